import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clientError, VitrineError } from '../errors/vitrine-error.ts'
import { type FrameServer, serveFrame } from './frame.ts'
import type { FrameHandlers, FrameMethodName, HostNotice } from './methods.ts'
import { METHOD_POLICIES } from './policies.ts'
import type { FrameAnnouncement } from './protocol.ts'
import { FRAME_METHODS } from './schemas.ts'
import { HELLO, HOST, handlers, WALLET_FIXTURE } from './testing/fixtures.ts'
import { PENPAL, type RawPage, rawPage } from './testing/raw-page.ts'
import { twoWindows } from './testing/two-windows.ts'

let windows: ReturnType<typeof twoWindows>
const opened: { close(): void }[] = []
let server: FrameServer | undefined

beforeEach(() => {
  windows = twoWindows()
})

afterEach(() => {
  server?.destroy()
  for (const port of opened.splice(0)) port.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const refused = vi.fn()
const unknown = vi.fn()
const serve = (replaced: Partial<FrameHandlers> = {}, authenticated = true) => {
  refused.mockClear()
  unknown.mockClear()
  server = serveFrame({
    onRefused: refused,
    onUnknown: unknown,
    host: windows.hostWindow,
    hostOrigin: HOST,
    handlers: handlers(replaced),
    isAuthenticated: () => authenticated,
  })
  const announcement = windows.sent[0]?.data as FrameAnnouncement | undefined
  return announcement?.nonce
}

/** Hands the frame one end of a channel, as an honest or a forged window message. */
const offerPort = (forged: Record<string, unknown> = {}) => {
  const { port1, port2 } = new MessageChannel()
  opened.push(port1, port2)
  windows.deliver({ source: windows.hostWindow, origin: HOST, data: {}, ports: [port2], ...forged })
  return port1
}

const connect = (replaced?: Partial<FrameHandlers>, authenticated?: boolean): Promise<RawPage> => {
  const nonce = serve(replaced, authenticated)
  return rawPage(offerPort({ data: { vitrine: 'port', nonce } }))
}

const greeted = async (replaced?: Partial<FrameHandlers>, authenticated?: boolean) => {
  const page = await connect(replaced, authenticated)
  await page.call('hello', [HELLO])
  return page
}

describe('handing over the port', () => {
  it('announces itself to the pinned origin only, with nothing but a nonce', () => {
    const nonce = serve()
    expect(windows.sent).toEqual([
      { to: 'host', data: { vitrine: 'frame', nonce }, targetOrigin: HOST, ports: [] },
    ])
    expect(nonce).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['another window', { source: {} }],
    [
      'its own window',
      {
        get source() {
          return windows.frameWindow
        },
      },
    ],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that only ends like the pinned one', { origin: 'https://evil-shop.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another nonce', { data: { vitrine: 'port', nonce: 'guess' } }],
    ['another shape', { data: 'port' }],
    ['no data', { data: null }],
    ['no port', { ports: [] }],
  ])('ignores a port from %s', async (_name, forged) => {
    const nonce = serve()
    const port = offerPort({ data: { vitrine: 'port', nonce }, ...forged })
    const heard = vi.fn()
    port.addEventListener('message', heard)
    port.start()
    // The honest port that follows is taken: the forged one has not used up the nonce.
    const page = await rawPage(offerPort({ data: { vitrine: 'port', nonce } }))
    expect((await page.call('hello', [HELLO])).value).toMatchObject({ ok: true })
    expect(heard).not.toHaveBeenCalled()
  })

  it('ignores two ports at once', async () => {
    const nonce = serve()
    const [a, b] = [new MessageChannel(), new MessageChannel()]
    opened.push(a.port1, a.port2, b.port1, b.port2)
    offerPort({ data: { vitrine: 'port', nonce }, ports: [a.port2, b.port2] })
    const page = await rawPage(offerPort({ data: { vitrine: 'port', nonce } }))
    expect((await page.call('hello', [HELLO])).value).toMatchObject({ ok: true })
  })

  it('uses the nonce up: a second port stays silent', async () => {
    const nonce = serve()
    const page = await rawPage(offerPort({ data: { vitrine: 'port', nonce } }))
    const second = offerPort({ data: { vitrine: 'port', nonce } })
    const heard = vi.fn()
    second.addEventListener('message', heard)
    second.start()
    second.postMessage({ ...PENPAL, type: 'SYN', participantId: '' })
    await page.call('hello', [HELLO])
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('calls', () => {
  it('tells the kernel of a call that no handler sees, with the code that the call gets', async () => {
    const page = await greeted({}, false)
    const answers = [await page.call('exportWallet'), await page.call('exportWallet', [{ address: 1 }])]
    const errors = answers.map(({ value }) => (value as { error: object }).error)
    expect(errors).toMatchObject([{ code: 'must_be_authenticated' }, { code: 'invalid_data' }])
    expect(refused.mock.calls.map(([name, { code, message }]) => ({ name, code, message }))).toEqual(
      errors.map(error => ({ name: 'exportWallet', ...error, type: undefined })),
    )
  })

  it('tells the kernel of a call that names more than there is, and the handler gets what there is', async () => {
    const login = vi.fn(async () => {
      throw new VitrineError({ type: 'client_error', code: 'exited_auth_flow', message: 'Left.' })
    })
    const page = await greeted({ login })
    const given = { disableSignup: true, prefil: {} }
    await page.call('login', [given])
    expect(login).toHaveBeenCalledExactlyOnceWith({ disableSignup: true })
    expect(unknown).toHaveBeenCalledExactlyOnceWith('login', FRAME_METHODS.login.argument, given)
  })

  it('does not mind a newer page’s greeting, or an account that is unlinked as it is', async () => {
    const page = await greeted()
    await page.call('hello', [{ ...HELLO, mood: 'fine' }])
    await page.call('unlink', [{ type: 'email', address: 'ada@shop.example', verifiedAt: 1 }])
    await page.call('login', [{ disableSignup: true }])
    await page.call('login')
    expect(unknown).not.toHaveBeenCalled()
  })

  it('answers nothing but hello before hello', async () => {
    const logout = vi.fn()
    const page = await connect({ logout })
    expect((await page.call('logout')).value).toMatchObject({ ok: false, error: { code: 'not_ready' } })
    await page.call('hello', [HELLO])
    expect((await page.call('logout')).value).toEqual({ ok: true, value: undefined })
    expect(logout).toHaveBeenCalledOnce()
  })

  it('stays ungreeted when hello was refused', async () => {
    const page = await connect({
      hello: () => {
        throw clientError('configuration_error', 'Update the script.')
      },
    })
    expect((await page.call('hello', [HELLO])).value).toMatchObject({
      error: { code: 'configuration_error' },
    })
    expect((await page.call('logout')).value).toMatchObject({ error: { code: 'not_ready' } })
  })

  // Written out: a policy that is changed must be changed here too.
  const NEED_A_SESSION: Partial<Record<FrameMethodName, unknown>> = {
    ...{ openAccount: undefined, link: { method: 'email' } },
    unlink: { type: 'email', address: 'ada@example.com' },
    update: 'email',
    ...{ createWallet: undefined, setWalletRecovery: undefined, exportWallet: undefined },
    importWallet: { chainType: 'ethereum' },
    ...{ enrollMfa: undefined, unenrollMfa: 'totp', promptMfa: undefined },
    delegateWallet: { address: '0x00000000000000000000000000000000000000a1' },
    fundWallet: { address: '0x00000000000000000000000000000000000000a1' },
    signMessage: { message: 'hi' },
    signTypedData: { request: {} },
    signTransaction: { request: {} },
    sendTransaction: { request: {} },
    getLoginCode: undefined,
    fetch: {},
  }
  it.each(Object.entries(NEED_A_SESSION))('%s needs a session', async (method, argument) => {
    const handler = vi.fn()
    const page = await greeted({ [method]: handler }, false)
    expect((await page.call(method, [argument])).value).toEqual({
      ok: false,
      error: { type: 'client_error', code: 'must_be_authenticated', message: 'User must be authenticated' },
    })
    expect(handler).not.toHaveBeenCalled()
  })

  it.each([
    ...['login', 'logout', 'syncCustomAuth', 'resumeLogin', 'connectWallet', 'walletEvent'].map(
      name => [name, undefined] as const,
    ),
    ['ethereumRequest', { method: 'eth_accounts' }],
    ['solanaRequest', { method: 'connect', inputs: [] }],
    ['setActiveWallet', { address: '0x00000000000000000000000000000000000000a1' }],
  ] as [string, unknown][])('%s needs none, and nothing else is without', async (method, argument) => {
    const handler = vi.fn(() => Promise.reject(clientError('not_supported', 'Reached.')))
    const page = await greeted({ [method]: handler }, false)
    expect((await page.call(method, [argument])).value).toMatchObject({ error: { code: 'not_supported' } })
    const others = Object.keys(METHOD_POLICIES).filter(name => !(name in NEED_A_SESSION))
    expect(others).toHaveLength(10)
  })

  it.each([
    ['signMessage', [], 'signMessage: the argument is missing or not valid.'],
    ['signMessage', [{ message: 7 }], 'signMessage: `message` is missing or not valid.'],
    [
      'signMessage',
      [{ message: 'x', encoding: 'latin1' }],
      'signMessage: `encoding` is missing or not valid.',
    ],
    ['login', [{ prefill: { type: 'fax', value: '1' } }], 'login: `prefill.type` is missing or not valid.'],
    ['openAccount', [{ screen: 'export' }], 'openAccount: `screen` is missing or not valid.'],
    ['login', [{ loginMethods: Array(33).fill('') }], 'login: `loginMethods` has more than 32 entries.'],
    ['hello', [{ protocol: '1' }], 'hello: `protocol` is missing or not valid.'],
  ])('%s(%j) is refused by name', async (method, args, message) => {
    const handler = vi.fn()
    const page = await greeted(method === 'hello' ? {} : { [method]: handler })
    expect((await page.call(method, args)).value).toEqual({
      ok: false,
      error: { type: 'client_error', code: 'invalid_data', message },
    })
    expect(handler).not.toHaveBeenCalled()
  })

  it('passes on what the contract names and nothing else', async () => {
    const login = vi.fn(handlers().login)
    const page = await greeted({ login })
    await page.call('login', [{ disableSignup: true, accessToken: 'smuggled' }])
    expect(login).toHaveBeenCalledExactlyOnceWith({ disableSignup: true })
  })

  it('lets nothing out that the contract does not name', async () => {
    const held = { ...WALLET_FIXTURE, custody: 'device', privateKey: '0xsecret' }
    const page = await greeted({ createWallet: () => held, setWalletRecovery: () => held })
    for (const method of ['createWallet', 'setWalletRecovery'])
      expect(await page.call(method)).toMatchObject({ value: { ok: true, value: WALLET_FIXTURE } })
    expect(JSON.stringify(await page.call('createWallet'))).not.toMatch(/custody|secret/)
  })

  it('answers a result that breaks the contract with an error that does not quote it', async () => {
    const page = await greeted({ getLoginCode: () => ({ secret: 'canary' }) as unknown as string })
    const { value } = await page.call('getLoginCode')
    expect(value).toMatchObject({ ok: false, error: { code: 'internal_error' } })
    expect(JSON.stringify(value)).not.toContain('canary')
  })

  it.each([
    ['login', 'unknown_auth_error'],
    ['connectWallet', 'unknown_connect_wallet_error'],
    ['promptMfa', 'unknown_mfa_error'],
  ] as const)('names what fails in %s for no known reason', async (method, code) => {
    const page = await greeted({ [method]: () => Promise.reject(new TypeError('canary')) })
    expect(await page.call(method)).toMatchObject({ value: { error: { code } } })
  })

  it('answers a value that cannot be cloned without a stack, and goes on', async () => {
    const page = await greeted({ ethereumRequest: () => () => 'a function' })
    const reply = await page.call('ethereumRequest', [{ method: 'eth_chainId' }])
    expect(reply).toEqual({ ...PENPAL, type: 'REPLY', callId: reply.callId, value: expect.anything() })
    expect(reply.value).toMatchObject({ ok: false, error: { code: 'internal_error' } })
    expect((await page.call('logout')).value).toEqual({ ok: true, value: undefined })
  })

  it('refuses the 65th call at once and takes another when one has ended', async () => {
    const ends: (() => void)[] = []
    const page = await greeted({ openAccount: () => new Promise<void>(resolve => ends.push(resolve)) })
    const waiting = Array.from({ length: 64 }, (_, index) => page.call('openAccount', [], `open-${index}`))
    expect((await page.call('logout')).value).toMatchObject({ error: { code: 'too_many_requests' } })
    ends[0]?.()
    await waiting[0]
    expect((await page.call('logout')).value).toMatchObject({ ok: true })
  })

  it('ignores a call whose id is in flight', async () => {
    let end = () => {}
    const openAccount = vi.fn(
      () =>
        new Promise<void>(resolve => {
          end = resolve
        }),
    )
    const page = await greeted({ openAccount })
    const first = page.call('openAccount', [], 'same')
    page.post({ ...PENPAL, type: 'CALL', id: 'same', methodPath: ['openAccount'], args: [] })
    await page.call('logout')
    end()
    await first
    expect(openAccount).toHaveBeenCalledOnce()
  })
})

describe('malformed messages', () => {
  it.each([
    'nothing',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    ['logout', 'call'],
    ['logout', 'constructor'],
    ['__proto__', 'toString'],
    [],
  ])('%j is not a method', async path => {
    const page = await greeted()
    expect((await page.call(path)).value).toMatchObject({ ok: false, error: { code: 'invalid_data' } })
  })

  it('opens the account at a part, and lets nothing else of the page into it', async () => {
    const openAccount = vi.fn()
    const page = await greeted({ openAccount })
    await page.call('openAccount', [{ screen: 'send', to: '0x1', amount: '1', words: 'Pay me' }])
    expect(openAccount).toHaveBeenCalledExactlyOnceWith({ screen: 'send' })
  })

  it('refuses more than one argument', async () => {
    const logout = vi.fn()
    const page = await greeted({ logout })
    expect((await page.call('logout', [{}, {}])).value).toMatchObject({ error: { code: 'invalid_data' } })
    expect(logout).not.toHaveBeenCalled()
  })

  it.each([
    ['a version-6 handshake', { penpal: 'syn' }],
    ['a version-6 call', { penpal: 'call', id: 1, methodName: 'logout', args: [] }],
    ['another namespace', { namespace: 'other', type: 'CALL', id: 'a', methodPath: ['logout'], args: [] }],
    ['another channel', { ...PENPAL, channel: 'x', type: 'CALL', id: 'a', methodPath: ['logout'], args: [] }],
    ['no id', { ...PENPAL, type: 'CALL', methodPath: ['logout'], args: [] }],
    ['a number as id', { ...PENPAL, type: 'CALL', id: 1, methodPath: ['logout'], args: [] }],
    ['a very long id', { ...PENPAL, type: 'CALL', id: 'x'.repeat(65), methodPath: ['logout'], args: [] }],
    ['a path that is no list', { ...PENPAL, type: 'CALL', id: 'a', methodPath: 'logout', args: [] }],
    ['arguments that are no list', { ...PENPAL, type: 'CALL', id: 'a', methodPath: ['logout'], args: {} }],
    ['an object as participant', { ...PENPAL, type: 'SYN', participantId: { toString: 1 } }],
    ['an unknown type', { ...PENPAL, type: 'EVAL', code: 'alert(1)' }],
    ['a text', 'logout'],
    ['null', null],
  ])('%s is dropped without an answer', async (_name, message) => {
    const logout = vi.fn()
    const page = await greeted({ logout })
    const before = page.received.length
    page.post(message)
    await page.call('hello', [HELLO])
    expect(page.received.length).toBe(before + 1)
    expect(logout).not.toHaveBeenCalled()
  })

  it('drops a failed answer before penpal unpacks it', async () => {
    const page = await greeted()
    const noticed = new Promise<string>(resolve => {
      page.port.addEventListener('message', ({ data }) => data.type === 'CALL' && resolve(data.id))
    })
    server?.notify({ type: 'event', event: { name: 'logout', payload: null } })
    const callId = await noticed
    // `null` as a serialised error makes penpal throw inside its message handler.
    page.post({
      ...PENPAL,
      type: 'REPLY',
      callId,
      isError: true,
      isSerializedErrorInstance: true,
      value: null,
    })
    expect((await page.call('logout')).value).toMatchObject({ ok: true })
  })

  it('10,000 of them change nothing', async () => {
    const calls = vi.fn()
    const page = await greeted({ logout: calls, login: calls, signMessage: calls, createWallet: calls })
    const forge = [
      (n: number) => ({
        ...PENPAL,
        type: 'CALL',
        id: `m${n}`,
        methodPath: ['__proto__', 'logout'],
        args: [],
      }),
      (n: number) => ({
        ...PENPAL,
        type: 'CALL',
        id: `m${n}`,
        methodPath: ['signMessage'],
        args: [{ message: n }],
      }),
      (n: number) => ({ ...PENPAL, type: 'CALL', id: n, methodPath: ['logout'], args: [] }),
      (n: number) => ({ ...PENPAL, type: 'REPLY', callId: `r${n}`, isError: true, value: null }),
      (n: number) => ({ penpal: 'call', id: n, methodName: 'logout', args: [] }),
      (n: number) => ({ ...PENPAL, type: `T${n}` }),
      (n: number) => `text ${n}`,
      (n: number) => [n, null],
    ]
    for (let n = 0; n < 10_000; n++) page.post(forge[n % forge.length]?.(n))
    expect((await page.call('getLoginCode')).value).toEqual({ ok: true, value: 'code' })
    expect(calls).not.toHaveBeenCalled()
  })
})

describe('errors that cross', () => {
  it('sends a handler that throws as a plain body', async () => {
    const page = await greeted({
      logout: () => {
        throw new Error('secret detail')
      },
    })
    const reply = await page.call('logout')
    expect(reply).not.toHaveProperty('isError')
    expect(JSON.stringify(reply)).not.toMatch(/secret|stack/)
  })
})

describe('notices', () => {
  const notice: HostNotice = { type: 'event', event: { name: 'logout', payload: null } }

  it('are dropped while no page is connected', () => {
    serve()
    expect(() => server?.notify(notice)).not.toThrow()
  })

  it('are stripped to the contract', async () => {
    const page = await greeted()
    const arrived = new Promise<unknown>(resolve => {
      page.port.addEventListener('message', ({ data }) => data.type === 'CALL' && resolve(data.args))
    })
    const wallets = [{ ...WALLET_FIXTURE, custody: 'server' }]
    const state = { authenticated: false, user: null, wallets, token: 'canary' }
    server?.notify({ type: 'state', state } as HostNotice)
    expect(await arrived).toEqual([
      { type: 'state', state: { authenticated: false, user: null, wallets: [WALLET_FIXTURE] } },
    ])
  })

  it('that do not fit throw in the frame and are not sent', () => {
    serve()
    expect(() =>
      server?.notify({ type: 'event', event: { name: 'token' } } as unknown as HostNotice),
    ).toThrow()
  })

  it('do not throw after the page has ended the connection', async () => {
    const logout = vi.fn()
    const page = await greeted({ logout })
    const answered = page.call('logout')
    page.post({ ...PENPAL, type: 'DESTROY' })
    await answered
    expect(() => server?.notify(notice)).not.toThrow()
  })
})

describe('asking the page for the token of its own login', () => {
  /** A page that answers the frame's one question with a reply of its choice. */
  const answering = async (reply: (id: string) => Record<string, unknown>) => {
    const page = await greeted()
    page.port.addEventListener('message', ({ data }) => {
      if (data.type === 'CALL') page.post({ ...PENPAL, type: 'REPLY', callId: data.id, ...reply(data.id) })
    })
    return page
  }

  it.each(['a.b.c', null, undefined])('takes %s', async value => {
    const page = await answering(() => ({ value }))
    expect(await server?.customAccessToken()).toBe(value)
    const call = page.received.find(({ type }) => type === 'CALL')
    expect(call).toMatchObject({ methodPath: ['customAccessToken'], args: [] })
  })

  it.each([[42], [{ token: 'a.b.c' }], ['a'.repeat(16_385)]])('refuses anything else (%#)', async value => {
    await answering(() => ({ value }))
    await expect(server?.customAccessToken()).rejects.toThrow()
  })

  it('drops a failed answer, and ends after its time', async () => {
    const page = await answering(() => ({ isError: true, value: { stack: 'at shop.js' } }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('setTimeout', setTimeout)
    const asked = server?.customAccessToken()
    const refused = expect(asked).rejects.toMatchObject({ code: 'METHOD_CALL_TIMEOUT' })
    await page.call('getLoginCode')
    await vi.advanceTimersByTimeAsync(15_000)
    await refused
  })

  it('asks nobody when no page is connected', async () => {
    serve()
    expect(await server?.customAccessToken()).toBeUndefined()
  })
})
