// @vitest-environment jsdom
import { handlers, USER_FIXTURE, WALLET_FIXTURE } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act, Component, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { iframe } from '../testing/fake-page.ts'
import type { VitrineSnapshot } from './client.ts'
import { clearReact, drawHook, drawInside, load, prepareReact, until } from './testing/draw.tsx'
import { useUser, useVitrine, useVitrineEvent, useVitrineSuspense, useWallets } from './use-vitrine.ts'

const SOLANA_WALLET = { ...WALLET_FIXTURE, address: 'So1', chainType: 'solana' } as const
const LOGGED_IN = { authenticated: true, user: USER_FIXTURE, wallets: [WALLET_FIXTURE, SOLANA_WALLET] }
const hello = async () => ({ ...(await handlers().hello({} as never)), state: LOGGED_IN })
const shell = (open: boolean) => ({ type: 'shell', open, title: 'Log in', colorScheme: 'light' }) as const

let caught: unknown

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown) {
    caught = error
  }
  override render() {
    return this.state.failed ? 'Failed' : this.props.children
  }
}

function Shown() {
  const { user, vitrine, ready } = useVitrineSuspense()
  return `${user?.id} ${typeof vitrine.login} ${ready}`
}

let whole: VitrineSnapshot

function Whole() {
  whole = useVitrine()
  return null
}

beforeEach(prepareReact)
afterEach(async () => {
  await clearReact()
  vi.unstubAllGlobals()
})

describe('useUser', () => {
  it('tells who is logged in, and draws nothing anew for what is no business of it', async () => {
    let times = 0
    const user = await drawHook(
      () => {
        times++
        return useUser()
      },
      <Whole />,
    )
    expect(user.get()).toEqual({ user: null, ready: false, authenticated: false })
    const frame = load({ hello })
    await until(() => expect(user.get()).toEqual({ user: USER_FIXTURE, ready: true, authenticated: true }))
    const before = times
    await act(async () => frame.notify(shell(true)))
    await until(() => expect(whole.isOpen).toBe(true))
    expect(times).toBe(before)
  })
})

describe('useWallets', () => {
  it('gives those of a chain, and the same list while they are the same', async () => {
    const lists = await drawHook(
      () => [useWallets(), useWallets('ethereum'), useWallets('solana')] as const,
      <Whole />,
    )
    const frame = load({ hello })
    await until(() => expect(whole.ready).toBe(true))
    const [all, ethereum, solana] = lists.get()
    expect(all).toEqual({ wallets: [WALLET_FIXTURE, SOLANA_WALLET], ready: true })
    expect(ethereum.wallets).toEqual([WALLET_FIXTURE])
    expect(solana.wallets).toEqual([SOLANA_WALLET])
    frame.notify({ type: 'state', state: { ...LOGGED_IN, user: { ...USER_FIXTURE, id: 'user_2' } } })
    await until(() => expect(whole.user?.id).toBe('user_2'))
    expect(lists.get()[1].wallets).toBe(ethereum.wallets)
  })
})

describe('useVitrineEvent', () => {
  it('tells the listener of the last render, while the component is there', async () => {
    const heard: unknown[] = []
    let name = 'first'
    const hook = await drawHook(() => {
      const own = name
      useVitrineEvent('configWarning', ({ message }) => heard.push(`${own}: ${message}`))
      return useVitrine()
    })
    const consoleWarn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const warn = (message: string) =>
      frame.notify({ type: 'event', event: { name: 'configWarning', payload: { message } } })
    const frame = load()
    await until(() => expect(hook.get().ready).toBe(true))
    warn('a')
    await vi.waitFor(() => expect(heard).toEqual(['first: a']))
    name = 'second'
    await hook.show(true)
    warn('b')
    await vi.waitFor(() => expect(heard).toEqual(['first: a', 'second: b']))
    await hook.show(false)
    warn('c')
    await vi.waitFor(() => expect(consoleWarn).toHaveBeenCalledTimes(3))
    expect(heard).toHaveLength(2)
    consoleWarn.mockRestore()
  })
})

describe('useVitrineSuspense', () => {
  const text = () => document.querySelector('main')?.textContent
  const drawShown = () =>
    drawInside(
      <Boundary>
        <Suspense fallback="Loading">
          <Shown />
        </Suspense>
      </Boundary>,
    )

  it('shows the fallback until the wallet is ready, then with who is logged in', async () => {
    await drawShown()
    expect(text()).toBe('Loading')
    load({ hello })
    await until(() => expect(text()).toBe('user_1 function true'))
  })

  it('keeps the page while the frame is loaded again', async () => {
    await drawShown()
    load({ hello })
    await until(() => expect(text()).toBe('user_1 function true'))
    await act(async () => iframe().dispatchEvent(new Event('load')))
    await act(async () => iframe().dispatchEvent(new Event('load')))
    await until(() => expect(text()).toBe('user_1 function false'))
  })

  it('gives the error boundary why the wallet cannot be ready', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    await drawShown()
    load({
      hello() {
        throw clientError('invalid_origin', 'This page is not listed.')
      },
    })
    await until(() => expect(text()).toBe('Failed'))
    expect(caught).toBeInstanceOf(VitrineError)
    expect(caught).toMatchObject({ code: 'invalid_origin', message: 'This page is not listed.' })
    consoleError.mockRestore()
  })
})
