// @vitest-environment jsdom
import { act } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { hideCritical } from '../../approval/testing/open-scene.ts'
import { item, terms } from '../../delegation/testing/terms.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { preload } from '../../ui/lazy-screen.tsx'
import {
  click,
  control,
  hasButton,
  mountScreens,
  press,
  pressGuarded,
  see,
  seeCritical,
  title,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import type { AllowRequest } from './request.ts'

useBrowser()
beforeAll(async () => void (await preload(async () => (await import('./screen.tsx')).DelegateWalletScreen)))

type Delegates = Awaited<ReturnType<Operations['delegates']>>
const ALLOW = { wallet, terms: [terms], uiOptions: {} } as const
const configuredChain = {
  id: 1,
  name: 'Ethereum',
  rpc_urls: ['https://rpc.example'],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const STOP = { which: {}, items: [item] } as const

type Asked = typeof STOP | (Omit<typeof ALLOW, 'terms'> & Pick<AllowRequest, 'terms'>)
async function open(
  asked: Asked,
  { isProof = false, isNodeSilent = false, title: expected = terms.name as string } = {},
) {
  const allow = vi.fn<Delegates['allow']>(async () => {})
  const stop = vi.fn<Delegates['stop']>(async () => {})
  const calls = fakeCalls(
    isProof
      ? {
          postAuthorized: async (_path, _body, answer) =>
            answer.parse({ is_required: true, ways: ['email'], held_until: null }),
        }
      : {},
  )
  const delegates = async () => ({ allow, stop }) as unknown as Delegates
  const ethereum = isNodeSilent ? () => new Promise<never>(() => {}) : undefined
  const kernel = fakeKernel({
    operations: { calls, delegates },
    ...(ethereum && { ethereum, app: { chains: [configuredChain] } }),
  })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'delegate-wallet', ...asked }))
  // Until the limits are read, nothing of them is said.
  if (!isNodeSilent) await until(() => expect(title()).toContain(expected))
  return { kernel, allow, stop }
}
const text = () => document.body.textContent

it('says who may spend how much in which time, to whom and until when', async () => {
  await open(ALLOW)
  await until(() => expect(text()).toContain('0.1 ETH'))
  expect(title()).toBe('Let Shop backend use your wallet?')
  for (const said of [
    'shop.example',
    'at most, in any 24 hours · Ethereum',
    '0x111…1111',
    'Jan 2, 2100',
    en['delegation.stopAnyTime'],
  ])
    expect(text()).toContain(said)
})

it('takes no press that comes before it could be read, or that a page made', async () => {
  const { kernel, allow } = await open(ALLOW)
  await until(() => expect(text()).toContain('0.1 ETH'))
  await press(control('button', en['action.approve']))
  await seeCritical()
  await pressGuarded(en['action.approve'], false)
  expect(allow).not.toHaveBeenCalled()
  await pressGuarded(en['action.approve'])
  expect(allow).toHaveBeenCalledExactlyOnceWith(wallet, [terms], {}, expect.any(AbortSignal))
  await until(() => expect(kernel.outcomes).toEqual([{ resolved: { user } }]))
})

it('cannot be approved before its amounts are there', async () => {
  const token = { chain: 'eip155:1', asset: `0x${'cc'.repeat(20)}`, amount: '1', per_seconds: 60 } as const
  const policy = { ...terms.policy, rules: { spend: [token] } }
  await open({ ...ALLOW, terms: [{ ...terms, policy }] }, { isNodeSilent: true })
  await until(() => expect(text()).toContain(en['approval.preparing']))
  vi.useFakeTimers()
  await see()
  await act(async () => vi.advanceTimersByTime(2_000))
  expect(control('button', en['action.approve'])).toHaveProperty('disabled', true)
})

it('of several, the last one has to have been in sight before any is given', async () => {
  const other = { ...terms, signer_id: 'signer_2', name: 'Other backend' }
  const { allow } = await open({ ...ALLOW, terms: [terms, other] }, { title: en['delegation.titleSeveral'] })
  await until(() => expect(text()).toContain('Other backend'))
  await see()
  await hideCritical()
  expect(text()).toContain(en['approval.scrollToEnd'])
  expect(control('button', en['action.approve'])).toHaveProperty('disabled', true)
  await seeCritical()
  await pressGuarded(en['action.approve'])
  expect(allow).toHaveBeenCalledOnce()
})

it('has a way in proven before anything is given, for this wallet', async () => {
  const { kernel, allow } = await open(ALLOW, { isProof: true })
  await until(() => expect(text()).toContain('0.1 ETH'))
  await seeCritical()
  await pressGuarded(en['action.approve'])
  await until(() => expect(title()).toBe(en['stepUp.title']))
  expect(allow).not.toHaveBeenCalled()
  await click(control('button', 'Close'))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
})

it.each([en['action.reject'], 'Close'])('%s gives nothing', async name => {
  const { kernel, allow } = await open(ALLOW)
  await click(control('button', name))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  expect(allow).not.toHaveBeenCalled()
})

it('asks before what was delegated is stopped', async () => {
  const { kernel, stop } = await open(STOP)
  await press(control('button', en['delegation.stop']))
  expect(stop).not.toHaveBeenCalled()
  await pressGuarded(en['delegation.stop'])
  expect(stop).toHaveBeenCalledExactlyOnceWith({}, expect.any(AbortSignal))
  expect(kernel.outcomes).toEqual([{ resolved: { user } }])
})

it('is kept by who does not mean it', async () => {
  const { kernel, stop } = await open(STOP)
  expect(hasButton('Back')).toBe(false)
  await click(control('button', en['delegation.keep']))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  expect(stop).not.toHaveBeenCalled()
})
