import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clientError, VitrineError } from '../errors/vitrine-error.ts'
import { type FrameServer, serveFrame } from './frame.ts'
import { givePorts } from './give-ports.ts'
import { connectFrame, type FrameConnection } from './host.ts'
import type { FrameHandlers, FrameMethodName, HostMethods, HostNotice } from './methods.ts'
import { METHOD_POLICIES, TIMEOUT_MS } from './policies.ts'
import {
  HELLO,
  HOST,
  handlers,
  LOGIN_RESULT,
  USER_FIXTURE,
  WALLET,
  WALLET_FIXTURE,
} from './testing/fixtures.ts'
import { twoWindows } from './testing/two-windows.ts'

let windows: ReturnType<typeof twoWindows>
let connection: FrameConnection
let giving: AbortController
let mounts: (() => void)[]
let connected: Promise<void>
const frames: FrameServer[] = []
const onNotice = vi.fn<(notice: HostNotice) => void>()
const customAccessToken = vi.fn<HostMethods['customAccessToken']>()
const navigate = async () => 'https://shop.example/'
const wallets = vi.fn<HostMethods['wallets']>()
const onLost = vi.fn<(reason: string) => void>()
const onRefused = vi.fn<() => void>()

/** The next `onConnect`. */
let nextConnect = () => {}
const awaitConnect = () => {
  connected = new Promise(resolve => {
    nextConnect = resolve
  })
}

beforeEach(() => {
  windows = twoWindows()
  awaitConnect()
  connection = connectFrame({
    VitrineError,
    onConnect: () => nextConnect(),
    methods: { notify: onNotice, customAccessToken: () => customAccessToken(), navigate, wallets },
    onLost,
  })
  giving = new AbortController()
  mounts = []
  givePorts({
    iframe: windows.iframe,
    walletOrigin: WALLET,
    signal: giving.signal,
    mounts,
    onPort: connection.open,
    onLost: connection.drop,
    onRefused,
  })
})

afterEach(() => {
  giving.abort()
  connection.destroy()
  for (const frame of frames.splice(0)) frame.destroy()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.clearAllMocks()
})

/** A document of the frame: announces itself when it has loaded. */
const load = (replaced: Partial<FrameHandlers> = {}) => {
  const frame = serveFrame({
    host: windows.hostWindow,
    hostOrigin: HOST,
    handlers: handlers(replaced),
    isAuthenticated: () => true,
  })
  frames.push(frame)
  return frame
}

const greet = async (replaced: Partial<FrameHandlers> = {}) => {
  const frame = load(replaced)
  await connected
  await connection.call('hello', HELLO)
  return frame
}

const portsGiven = () => windows.sent.filter(({ ports }) => ports.length > 0)
const never = () => new Promise<never>(() => {})

describe('giving the port', () => {
  it('gives it to the wallet origin alone, with the nonce that was announced', async () => {
    load()
    await connected
    const [announcement] = windows.sent
    expect(portsGiven()).toEqual([
      {
        to: 'frame',
        data: { vitrine: 'port', nonce: (announcement?.data as { nonce: string } | undefined)?.nonce },
        targetOrigin: WALLET,
        ports: [expect.any(MessagePort)],
      },
    ])
  })

  it.each([
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another shape', { data: { vitrine: 'port', nonce: 'n' } }],
    ['no shape', { data: null }],
    ['a penpal version-6 handshake', { data: { penpal: 'syn' } }],
    ['a penpal handshake', { data: { namespace: 'penpal', type: 'SYN', participantId: 'p' } }],
  ])('gives none to %s', (_name, forged) => {
    windows.deliver({
      source: windows.frameWindow,
      origin: WALLET,
      data: { vitrine: 'frame', nonce: 'n' },
      ...forged,
    })
    expect(windows.sent).toEqual([])
  })

  it('gives none while the iframe is out of the page', () => {
    Object.assign(windows.iframe, { contentWindow: null })
    windows.deliver({ source: null, origin: WALLET, data: { vitrine: 'frame', nonce: 'n' } })
    expect(windows.sent).toEqual([])
  })
})

describe('calls', () => {
  it('are refused before there is a connection', async () => {
    await expect(connection.call('logout')).rejects.toMatchObject({ code: 'connection_lost' })
  })

  it('resolve with the result of the frame', async () => {
    await greet()
    expect(await connection.call('login')).toEqual(LOGIN_RESULT)
    expect(await connection.call('signMessage', { message: 'hi' })).toEqual({ signature: '0x01' })
    expect(await connection.call('logout')).toBeUndefined()
  })

  it('reject with the error of the frame', async () => {
    await greet({
      signMessage: () => {
        throw clientError('user_rejected', 'The person said no.')
      },
    })
    await expect(connection.call('signMessage', { message: 'hi' })).rejects.toMatchObject({
      name: 'VitrineError',
      type: 'client_error',
      code: 'user_rejected',
      message: 'The person said no.',
    })
  })

  it('with an argument that cannot be sent reject and name the method', async () => {
    await greet()
    const argument = { message: (() => 'hi') as unknown as string }
    await expect(connection.call('signMessage', argument)).rejects.toMatchObject({
      code: 'invalid_data',
      message: 'signMessage: pass plain data.',
    })
  })

  it.each(Object.entries(TIMEOUT_MS).flatMap(([method, limit]) => (limit ? [{ method, limit }] : [])))(
    '$method ends after $limit ms without an answer',
    async ({ method, limit }) => {
      const { hello } = handlers()
      await greet({
        [method]: method === 'hello' ? vi.fn(never).mockImplementationOnce(hello as typeof never) : never,
      })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const settled = vi.fn()
      const argument = { hello: HELLO, unlink: { type: 'email' }, setActiveWallet: { address: '0xa1' } }[
        method
      ]
      const call = connection.call(method as FrameMethodName, argument)
      call.catch(settled)
      await vi.advanceTimersByTimeAsync(limit - 1)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await expect(call).rejects.toMatchObject({
        code: 'client_request_timeout',
        message: 'Request timed out',
      })
    },
  )

  it.each((Object.keys(METHOD_POLICIES) as FrameMethodName[]).filter(method => !TIMEOUT_MS[method]))(
    '%s waits for the person',
    async method => {
      await greet({ [method]: never })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const settled = vi.fn()
      connection.call(method, { message: 'hi', method: 'eth_accounts' }).then(settled, settled)
      await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
      expect(settled).not.toHaveBeenCalled()
    },
  )
})

describe('when the frame is loaded again', () => {
  it('rejects what is in flight, tells once, and connects anew', async () => {
    await greet({ signMessage: never, openAccount: never })
    const calls = [connection.call('signMessage', { message: 'hi' }), connection.call('openAccount')]
    awaitConnect()
    const signMessage = vi.fn(() => ({ signature: '0x02' }))
    load({ signMessage })
    for (const call of calls)
      await expect(call).rejects.toMatchObject({
        code: 'connection_lost',
        message: 'The wallet frame was loaded again.',
      })
    await connected
    expect(onLost).toHaveBeenCalledExactlyOnceWith('loaded again')
    await connection.call('hello', HELLO)
    expect(await connection.call('login')).toEqual(LOGIN_RESULT)
    // A call that was lost may have signed something: it is never sent a second time.
    expect(signMessage).not.toHaveBeenCalled()
  })

  it('needs hello again', async () => {
    await greet()
    awaitConnect()
    load()
    await connected
    await expect(connection.call('logout')).rejects.toMatchObject({ code: 'not_ready' })
  })

  it('tells nothing when it had not been connected', async () => {
    load()
    load()
    await connected
    expect(onLost).not.toHaveBeenCalled()
  })

  it('hears no more notices of the document that is gone', async () => {
    const old = await greet()
    awaitConnect()
    const current = load()
    await connected
    // Its end of the port is ready once it has answered: a notice before that is dropped.
    await connection.call('hello', HELLO)
    old.notify({ type: 'event', event: { name: 'configWarning', payload: { message: 'old' } } })
    current.notify({ type: 'event', event: { name: 'configWarning', payload: { message: 'new' } } })
    await vi.waitFor(() => expect(onNotice).toHaveBeenCalled())
    expect(onNotice).toHaveBeenCalledExactlyOnceWith({
      type: 'event',
      event: { name: 'configWarning', payload: { message: 'new' } },
    })
  })

  it('counts a load without an announcement as a loss', async () => {
    await greet({ openAccount: never })
    windows.iframe.dispatchEvent(new Event('load'))
    expect(onLost).not.toHaveBeenCalled()
    const call = connection.call('openAccount')
    windows.iframe.dispatchEvent(new Event('load'))
    await expect(call).rejects.toMatchObject({ code: 'connection_lost' })
    expect(onLost).toHaveBeenCalledExactlyOnceWith('unloaded')
  })

  it('tells of a load without an announcement, but not of a blank document, which the page itself has put there', async () => {
    await greet()
    windows.iframe.dispatchEvent(new Event('load'))
    expect(onRefused).not.toHaveBeenCalled()
    Object.assign(windows.iframe, { contentDocument: {} })
    windows.iframe.dispatchEvent(new Event('load'))
    expect(onRefused).not.toHaveBeenCalled()
    Object.assign(windows.iframe, { contentDocument: null })
    windows.iframe.dispatchEvent(new Event('load'))
    expect(onRefused).toHaveBeenCalledOnce()
  })

  it('gives one port for one announcement, however often it was told to listen', async () => {
    for (const run of mounts) run()
    await greet()
    expect(portsGiven()).toHaveLength(1)
  })
})

it('keeps what the frame says first until somebody listens at the port', async () => {
  let port: MessagePort | undefined
  const late = connectFrame({
    VitrineError,
    onConnect: () => nextConnect(),
    methods: { notify: onNotice, customAccessToken: () => customAccessToken(), navigate, wallets },
    onLost,
  })
  giving.abort()
  giving = new AbortController()
  givePorts({
    iframe: windows.iframe,
    walletOrigin: WALLET,
    signal: giving.signal,
    mounts,
    onRefused,
    onPort: given => {
      port = given
    },
    onLost: late.drop,
  })
  load()
  // Time for the frame's first message to arrive.
  await new Promise(resolve => setImmediate(resolve))
  if (port) late.open(port)
  await connected
  expect(await late.call('hello', HELLO)).toMatchObject({ protocol: 1 })
  late.destroy()
})

describe('a failure in the page stays there', () => {
  /** All that the frame's port gets, as it is on the wire. */
  const tap = async () => {
    const frame = await greet()
    const wire: unknown[] = []
    const { ports: [port] = [] } = portsGiven()[0] ?? {}
    port?.addEventListener('message', ({ data }) => wire.push(data))
    return { frame, wire }
  }
  const secret = () => new Error('at shop.js: secret')

  it.each([
    ['an error', () => Promise.reject(secret())],
    ['a rejection that is no error', () => Promise.reject({ stack: 'at shop.js: secret' })],
    ['an answer that cannot be cloned', async () => (() => 'at shop.js: secret') as unknown as string],
  ])('%s', async (_name, answer) => {
    const unhandled = vi.fn()
    process.once('unhandledRejection', unhandled)
    customAccessToken.mockImplementationOnce(answer)
    const { frame, wire } = await tap()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('setTimeout', setTimeout)
    const asked = frame.customAccessToken()
    const refused = expect(asked).rejects.toMatchObject({ code: 'METHOD_CALL_TIMEOUT' })
    // What is answered later has passed what was answered before.
    await connection.call('getLoginCode')
    await vi.advanceTimersByTimeAsync(15_000)
    await refused
    process.removeListener('unhandledRejection', unhandled)
    expect(wire).not.toEqual([])
    expect(JSON.stringify(wire)).not.toMatch(/secret|stack|isError/)
  })

  it('a notice that the page cannot take', async () => {
    onNotice.mockImplementationOnce(() => {
      throw secret()
    })
    const { frame, wire } = await tap()
    frame.notify({ type: 'event', event: { name: 'logout', payload: null } })
    await connection.call('getLoginCode')
    expect(onNotice).toHaveBeenCalledOnce()
    expect(JSON.stringify(wire)).not.toMatch(/secret|stack|isError/)
  })
})

it('passes notices on, with their dates', async () => {
  const frame = await greet()
  const state = { authenticated: true, user: USER_FIXTURE, wallets: [WALLET_FIXTURE] }
  frame.notify({ type: 'state', state })
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledExactlyOnceWith({ type: 'state', state }))
})

it('rejects everything after destroy, and listens no more', async () => {
  await greet({ openAccount: never })
  const call = connection.call('openAccount')
  giving.abort()
  connection.destroy()
  await expect(call).rejects.toMatchObject({ code: 'connection_lost' })
  await expect(connection.call('logout')).rejects.toMatchObject({ code: 'connection_lost' })
  const given = portsGiven().length
  load()
  expect(portsGiven().length).toBe(given)
  expect(onLost).not.toHaveBeenCalled()
})
