// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../core/store.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { KernelContext } from '../../ui/kernel-context.ts'
import { ShellContext } from '../../ui/shell-context.ts'
import { SUCCESS_MS } from '../../ui/success.tsx'
import { title, useBrowser } from '../../ui/testing/dom.ts'
import { fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import type { Offer } from './find-offer.ts'
import { Made } from './made.tsx'

const OFFER: Offer = {
  way: { method: 'passkey' },
  view: { title: () => 'An offer', isPossible: async () => true, load: () => new Promise(() => {}) },
  settle: vi.fn(),
}
const isAwaited = createStore(false)
const onEnd = vi.fn()
let offer: Promise<Offer | null>
let say: (found: Offer | null) => void
let root: Root

useBrowser()
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  isAwaited.set(false)
  onEnd.mockClear()
})
const draw = async (funded: HeldWallet | null = null, kernel = fakeKernel()) => {
  offer = new Promise(resolve => {
    say = resolve
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <KernelContext value={{ ...kernel, screens: { ...kernel.screens, isAwaited } }}>
        <ShellContext value={{ leave: { current: null }, height: { current: null } }}>
          <Made funded={funded} offer={offer} onEnd={onEnd} onMade={() => {}} title="You’re in" />
        </ShellContext>
      </KernelContext>,
    ),
  )
  await pass(SUCCESS_MS)
}
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('the tick stays while a slow network has not said what to offer', async () => {
  await draw()
  expect(title()).toBe('You’re in')
  expect(onEnd).not.toHaveBeenCalled()
  await act(async () => say(OFFER))
  expect(title()).toBe('An offer')
  expect(OFFER.settle).toHaveBeenCalledOnce()
  await pass(60_000)
  expect(onEnd).not.toHaveBeenCalled()
})

it.each([
  ['there is nothing to offer', () => say(null)],
  ['another request waits for its turn', () => isAwaited.set(true)],
])('it ends at once where %s', async (_, happens) => {
  await draw()
  await act(async () => happens())
  expect(onEnd).toHaveBeenCalledOnce()
})

it('it waits no longer than two seconds', async () => {
  await draw()
  await pass(2_000)
  expect(onEnd).toHaveBeenCalledOnce()
})

const FUNDED = {
  funding_config: { options: [{ method: 'manual' }], prompt_funding_on_wallet_creation: true },
}
const loggedIn = { status: 'authenticated', user, wallets: [wallet] } as const

it('who just got a wallet is asked for funds after the tick, in the place of another offer', async () => {
  const kernel = fakeKernel({ app: FUNDED })
  kernel.setSession(loggedIn)
  await draw(wallet, kernel)
  await act(async () => say(OFFER))
  await vi.waitFor(() => expect(title()).toBe('Receive USDC'))
  expect(onEnd).not.toHaveBeenCalled()
})

it('where nothing can be funded after all, nobody is troubled with it', async () => {
  const kernel = fakeKernel({ app: { funding_config: { options: [] } } })
  kernel.setSession(loggedIn)
  await draw(wallet, kernel)
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalled())
})

it.each([
  ['makes way for the site while its person has touched nothing', null],
  ['stays once its person has begun, and the site waits', 'pointerdown'],
  ['stays for who begins by keyboard', 'keydown'],
])('the funding screen %s', async (_, touched) => {
  const kernel = fakeKernel({ app: FUNDED })
  kernel.setSession(loggedIn)
  await draw(wallet, kernel)
  await vi.waitFor(() => expect(title()).toBe('Receive USDC'))
  if (touched) await act(async () => document.body.dispatchEvent(new Event(touched, { bubbles: true })))
  await act(async () => isAwaited.set(true))
  expect(onEnd).toHaveBeenCalledTimes(touched ? 0 : 1)
})

it('who is waited for is not asked for funds', async () => {
  isAwaited.set(true)
  await draw(wallet, fakeKernel({ app: FUNDED }))
  expect(onEnd).toHaveBeenCalled()
})
