// @vitest-environment jsdom
import type { DelegationItem } from '@vitrine/shared/api/delegation.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { item } from '../../../delegation/testing/terms.ts'
import type { Operations } from '../../../ui/kernel-context.ts'
import { preload } from '../../../ui/lazy-screen.tsx'
import { click, control, hasButton, pressGuarded, title, until, useBrowser } from '../../../ui/testing/dom.ts'
import { en } from '../../../words/en.ts'
import { openAccount, shownNews } from '../testing/open-account.ts'

useBrowser()
beforeAll(async () => {
  await preload(async () => (await import('./history.tsx')).History)
  await preload(async () => (await import('../../../delegation/stop-card.tsx')).StopCard)
})

type Delegates = Awaited<ReturnType<Operations['delegates']>>
async function open(items: readonly DelegationItem[], app = {}) {
  const stop = vi.fn<Delegates['stop']>(async () => {})
  const list = vi.fn<Delegates['list']>(async () => items)
  await openAccount({
    part: 'security',
    app,
    operations: { delegates: async () => ({ list, stop }) as unknown as Delegates },
  })
  await until(() => expect(document.body.textContent).toContain(en['devices.title']))
  return { stop, list }
}
const text = () => document.body.textContent

it('says who may do what until when, and how much of the limit is used', async () => {
  await open([item])
  await until(() => expect(text()).toContain('0.1 ETH'))
  for (const said of ['Shop backend', '0.04 ETH used', '24 hours', 'Jan 2, 2100'])
    expect(text()).toContain(said)
  expect(hasButton(en['delegation.stopAll'])).toBe(false)
})

it.each([
  ['comes into view for who asks for the security of their account', [], 1],
  ['stands below the second steps, where the app has them', ['totp'], 0],
])('%s', async (_, mfa_methods, times) => {
  const into = vi.fn(function (this: Element) {
    return this.textContent
  })
  Element.prototype.scrollIntoView = into
  await open([item], { mfa_methods })
  await until(() => expect(text()).toContain('Shop backend'))
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  const shown = into.mock.results.filter(({ value }) => String(value).includes('Shop backend'))
  expect(shown).toHaveLength(times)
})

it('stops one by one press more', async () => {
  const { stop } = await open([item, { ...item, id: 'delegation_2', signer_id: 'signer_2', name: 'Other' }])
  await click(control('button', 'Stop Other'))
  expect(title()).toBe('Stop Other?')
  await pressGuarded(en['delegation.stop'])
  const which = { wallet_id: item.wallet.id, signer_id: 'signer_2' }
  expect(stop).toHaveBeenCalledExactlyOnceWith(which, expect.any(AbortSignal))
  await until(() => expect(shownNews()).toBe(en['delegation.stopped']))
})

it('stops all of several at once', async () => {
  const { stop } = await open([
    item,
    { ...item, id: 'delegation_2', signer_id: 'signer_2', ended: 'key-removed' },
  ])
  expect(text()).toContain(en['delegation.keyRemoved'])
  await click(control('button', en['delegation.stopAll']))
  expect(title()).toBe(en['delegation.stopAllTitle'])
  await pressGuarded(en['delegation.stop'])
  expect(stop).toHaveBeenCalledExactlyOnceWith({}, expect.any(AbortSignal))
})

it('is absent where nobody may', async () => {
  const { list } = await open([])
  await until(() => expect(list).toHaveBeenCalledOnce())
  expect(text()).not.toContain(en['delegation.heading'])
})
