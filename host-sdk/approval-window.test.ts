// @vitest-environment jsdom
import type { FrameArgument, FrameMethodName } from '@vitrine/shared/bridge/methods.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { open } from './approval-window.ts'
import type { GreetedFrame, GreetingParts } from './greet-frame.ts'

const URL_OF_WINDOW = 'https://wallet.example/apps/shop/approve#page'
const ACCOUNT = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const state = (authenticated: boolean) => ({ authenticated, user: null, wallets: [] })

/** A page in which the person has just clicked, or not. */
function page({
  authenticated = true,
  clicked = true,
  navigator = { userActivation: { isActive: clicked } } as object,
} = {}) {
  const opened = { close: vi.fn() }
  const windowOpen = vi.fn((..._: string[]) => opened)
  vi.stubGlobal('open', windowOpen)
  vi.stubGlobal('navigator', navigator)
  const frame = { call: vi.fn(async () => undefined) }
  const events = { onNotice: vi.fn() } as unknown as Pick<GreetingParts, 'onNotice'>
  open(
    { state: state(authenticated), open: URL_OF_WINDOW },
    events,
    frame as unknown as Pick<GreetedFrame, 'call'>,
  )
  const call = <M extends FrameMethodName>(method: M, argument?: unknown) =>
    (frame as unknown as Pick<GreetedFrame, 'call'>).call(method, argument as FrameArgument<M>)
  return { windowOpen, opened, events, call }
}

const own = `${location.host} wants you to sign in with your Ethereum account:\n${ACCOUNT}`
const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

describe('the wallet’s window, in the person’s own click', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is opened within a second of a press in a browser without `navigator.userActivation`', () => {
    const other = page({ navigator: {} })
    const now = vi.spyOn(performance, 'now').mockReturnValue(60_000)
    void other.call('signMessage', { message: 'I agree' })
    expect(other.windowOpen).not.toHaveBeenCalled()
    dispatchEvent(new Event('pointerup'))
    now.mockReturnValue(60_999)
    void other.call('signMessage', { message: 'I agree' })
    expect(other.windowOpen).toHaveBeenCalledOnce()
    now.mockReturnValue(61_000)
    void other.call('signMessage', { message: 'I agree' })
    expect(other.windowOpen).toHaveBeenCalledOnce()
    now.mockRestore()
  })

  it.each([
    ['signMessage', { message: 'I agree' }],
    ['signTypedData', { request: {} }],
    ['signTransaction', { request: {} }],
    ['sendTransaction', { request: {} }],
    ['delegateWallet', { address: ACCOUNT }],
    ...[
      ['personal_sign', ['0x48', ACCOUNT]],
      ['eth_signTypedData_v4', [ACCOUNT, '{}']],
      ['eth_signTransaction', [{}]],
      ['eth_sendTransaction', [{}]],
      // By which viem and others send, too.
      ['wallet_sendTransaction', [{}]],
      ['eth_sign7702Authorization', [{}]],
      ['wallet_sendCalls', [{}]],
    ].map(([method, params]) => ['ethereumRequest', { method, params }] as const),
    ...['signMessage', 'signTransaction', 'signAndSendTransaction'].map(
      method => ['solanaRequest', { method, inputs: [{ message: new Uint8Array([1]) }] }] as const,
    ),
  ] as const)('is opened with %s of %j, and closed with its answer', async (method, argument) => {
    const { windowOpen, opened, call } = page()
    const answer = call(method, argument)
    // Before anything was waited for.
    expect(windowOpen).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^https:\/\/wallet\.example\/apps\/shop\/approve#page\.\d+$/),
      '_blank',
      expect.any(String),
    )
    await answer
    expect(opened.close).toHaveBeenCalledOnce()
  })

  it('is numbered in the order of the calls, so that the frame gives each call its own', () => {
    const { windowOpen, call } = page()
    for (const message of ['one', 'two']) void call('signMessage', { message })
    const [one, two] = windowOpen.mock.calls.map(([url]: string[]) => Number(url?.split('#page.')[1]))
    expect(two).toBe((one ?? 0) + 1)
  })

  it.each([
    ['getAccessToken', undefined],
    ['delegateWallet', { stops: true }],
    ['ethereumRequest', { method: 'eth_accounts' }],
    ['ethereumRequest', { method: 'personal_ecRecover', params: ['0x48', '0x'] }],
    ['ethereumRequest', { method: 'wallet_switchEthereumChain', params: [{}] }],
    ['ethereumRequest', { method: 'personal_sign', params: [own, ACCOUNT] }],
    ['ethereumRequest', { method: 'personal_sign', params: [hex(own), ACCOUNT] }],
    ['signMessage', { message: own }],
    ['solanaRequest', { method: 'signIn', inputs: [{}] }],
    ['solanaRequest', { method: 'signMessage', inputs: [{ message: new TextEncoder().encode(own) }] }],
  ] as const)('is not opened with %s of %j, which needs none', (method, argument) => {
    const { windowOpen, call } = page()
    void call(method as FrameMethodName, argument)
    expect(windowOpen).not.toHaveBeenCalled()
  })

  it.each([
    ['without a click', { clicked: false }],
    ['where nobody is logged in', { authenticated: false }],
  ])('is not opened %s', (_, given) => {
    const { windowOpen, call } = page(given)
    void call('signMessage', { message: 'I agree' })
    expect(windowOpen).not.toHaveBeenCalled()
  })
})
