// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { ScreenRequest } from '../../requests/registry.ts'
import type { Calls } from '../../session/calls.ts'
import { UNBROKEN_MS } from '../../ui/approval-guard.ts'
import {
  alertText,
  click,
  control,
  mountScreens,
  title,
  until,
  useBrowser,
  watched,
} from '../../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, user } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { say } from '../../words/say.ts'

useBrowser()

/** Of the user `ada`; the frame does not verify it. */
const TOKEN = 'e30.eyJzdWIiOiJhZGEifQ.sig'
const linked = { ...user, id: 'user_linked' }

async function open(addAccount: Calls['addAccount'], siteToken: string | null = TOKEN, prefill = '') {
  const kernel = fakeKernel({ operations: { calls: fakeCalls({ addAccount }) }, siteToken })
  kernel.setSession({ status: 'authenticated', user, wallets: [] })
  // Ahead, so that showing it takes no time.
  await import('./link-card.tsx')
  await mountScreens(kernel)
  const request: ScreenRequest = { id: '1', kind: 'link', way: { method: 'custom-jwt' }, prefill }
  await act(async () => kernel.show(request))
  await until(() => expect(document.body.textContent).toContain(kernel.hostOrigin))
  return kernel
}

/** As the button's own handler has it: jsdom's presses are nobody's. */
const press = (isTrusted: boolean) =>
  act(async () => {
    const button = control('button', en['siteAccount.link'])
    const name = Object.keys(button).find(it => it.startsWith('__reactProps$')) ?? ''
    const props: { onClick(event: unknown): void } = Reflect.get(button, name)
    props.onClick({ nativeEvent: { isTrusted } })
  })
async function agree() {
  vi.useFakeTimers()
  await act(async () => watched.at(-1)?.report({ isVisible: true }))
  await act(() => vi.advanceTimersByTimeAsync(UNBROKEN_MS + 1))
  await press(true)
}

it('names the site, links with the token that the page gives then, and answers with the user', async () => {
  const addAccount = vi.fn(async () => linked)
  const kernel = await open(addAccount)
  expect(title()).toBe(en['siteAccount.linkTitle'])
  await agree()
  expect(addAccount).toHaveBeenCalledExactlyOnceWith(
    '/custom_jwt_account/link',
    { custom_user_id: 'ada' },
    { purpose: 'link', way: { method: 'custom-jwt' } },
    expect.any(AbortSignal),
    { member: 'token', value: TOKEN, subject: 'ada' },
  )
  expect(title()).toBe(en['link.success'])
  expect(kernel.outcomes).toEqual([{ resolved: { user: linked } }])
})

it('links with the token that the page gave along, where it has no login to ask, and asks the person all the same', async () => {
  const addAccount = vi.fn(async () => linked)
  await open(addAccount, null, TOKEN)
  expect(addAccount).not.toHaveBeenCalled()
  await agree()
  expect(addAccount.mock.calls.at(-1)).toContainEqual({ member: 'token', value: TOKEN, subject: 'ada' })
})

it('sends nothing for a press that no person makes, or that comes before the screen could be read', async () => {
  const addAccount = vi.fn(async () => linked)
  await open(addAccount)
  await press(true)
  vi.useFakeTimers()
  await act(async () => watched.at(-1)?.report({ isVisible: true }))
  await act(() => vi.advanceTimersByTimeAsync(UNBROKEN_MS + 1))
  await press(false)
  expect(addAccount).not.toHaveBeenCalled()
})

it('says where to log in first when nobody is at the site, and tells the page so when the person leaves', async () => {
  const addAccount = vi.fn(async () => linked)
  const kernel = await open(addAccount, null)
  await agree()
  const message = say('siteAccount.none', { origin: kernel.hostOrigin })
  expect(alertText()).toBe(message)
  expect(addAccount).not.toHaveBeenCalled()
  await click(control('button', 'Close'))
  expect(kernel.outcomes).toEqual([{ rejected: 'failed_to_link_account', message }])
})

it('says why the server will not have it', async () => {
  const kernel = await open(async () => {
    throw clientError('linked_to_another_user', 'This account belongs to someone else.')
  })
  await agree()
  expect(alertText()).toBe('This account belongs to someone else.')
  await click(control('button', 'Close'))
  expect(kernel.outcomes).toMatchObject([{ rejected: 'linked_to_another_user' }])
})

it('leaves everything as it is when the person does not want it', async () => {
  const addAccount = vi.fn(async () => linked)
  const kernel = await open(addAccount)
  await click(control('button', en['siteAccount.keep']))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  expect(addAccount).not.toHaveBeenCalled()
})
