// @vitest-environment jsdom
import type { FrameServer } from '@vitrine/shared/bridge/frame.ts'
import { SDK_VERSION } from '@vitrine/shared/bridge/protocol.ts'
import * as fixtures from '@vitrine/shared/bridge/testing/fixtures.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import type { Vitrine } from './instance.ts'
import { dialog, iframe, loadFrame, next, PARTS, preparePage } from './testing/fake-page.ts'
import type { VitrineConfig } from './vitrine-config.ts'

const { handlers, LOGIN_RESULT, USER_FIXTURE, WALLET, WALLET_FIXTURE } = fixtures
const OPTIONS = { appId: 'app_1', walletOrigin: WALLET, eip6963: false }
const LOGGED_IN = { authenticated: true, user: USER_FIXTURE, wallets: [WALLET_FIXTURE] }
const made: { destroy(): void }[] = []
const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})

const create = (options: Partial<Parameters<typeof createVitrine>[0]> = {}) => {
  const vitrine = createVitrine({ ...OPTIONS, ...options }, PARTS)
  made.push(vitrine)
  return vitrine
}

const load = (...parameters: Parameters<typeof loadFrame>): FrameServer => {
  const frame = loadFrame(...parameters)
  made.push(frame)
  return frame
}

const createReady = async (...parameters: Parameters<typeof loadFrame>): Promise<[Vitrine, FrameServer]> => {
  const vitrine = create()
  const frame = load(...parameters)
  await vitrine.ready
  return [vitrine, frame]
}

beforeEach(preparePage)

afterEach(() => {
  for (const one of made.splice(0)) one.destroy()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('becoming ready', () => {
  it('mounts the frame of the app and of this page', () => {
    create({ appId: 'app/1' })
    expect(iframe().src).toBe(`${WALLET}/apps/app%2F1/frame?origin=${encodeURIComponent(location.origin)}`)
  })

  it('says hello first, with options, locale, and the signer and the build that it pins', async () => {
    const hello = vi.fn(handlers().hello)
    const config = { appearance: { theme: 'dark' } } as const
    const vitrine = create({ config, locale: 'nb-NO', signer: 'thumbprint', build: 'sha256-hash' })
    load({ hello })
    await vitrine.ready
    expect(hello).toHaveBeenCalledExactlyOnceWith({
      protocol: 1,
      sdk: SDK_VERSION,
      features: ['appId', 'walletOrigin', 'eip6963', 'config', 'locale', 'signer', 'build'],
      options: config,
      locale: 'nb-NO',
      ...{ signer: 'thumbprint', build: 'sha256-hash' },
    })
  })

  it('gives the frame what of the options is data: viem’s chains hold functions, which cannot cross', async () => {
    const hello = vi.fn(handlers().hello)
    const chain = { id: 10, name: 'OP Mainnet', formatters: { block: { format: () => ({}) } } }
    const vitrine = create({ config: { supportedChains: [chain] } })
    load({ hello })
    await vitrine.ready
    expect(hello.mock.calls[0]?.[0].options).toEqual({
      supportedChains: [{ id: 10, name: 'OP Mainnet', formatters: { block: {} } }],
    })
  })

  it('names what of the options is no data, and stays without it', async () => {
    const hello = vi.fn(handlers().hello)
    // React writes on an element it has drawn, in a circle.
    const logo = Object.assign(document.createElement('img'), { __reactFiber$x: {} })
    Object.assign(logo.__reactFiber$x, { stateNode: logo })
    const config = { appearance: { logo, theme: 'dark' }, supportedChains: [{ id: 1, name: 'One', fee: 1n }] }
    const vitrine = create({ config: config as unknown as VitrineConfig })
    load({ hello })
    await vitrine.ready
    // The frame warns of the `null`.
    expect(hello.mock.calls[0]?.[0].options).toEqual({
      appearance: { logo: null, theme: 'dark' },
      supportedChains: [{ id: 1, name: 'One', fee: null }],
    })
  })

  it('fails with a configuration error when the options go in a circle', async () => {
    const plugin: { self?: unknown } = {}
    plugin.self = plugin
    const vitrine = create({ config: { plugins: [plugin] } })
    load()
    await expect(vitrine.ready).rejects.toMatchObject({
      type: 'client_error',
      code: 'configuration_error',
      message: expect.stringMatching(/^config: .*circular/s),
    })
    expect(vitrine.state.error?.code).toBe('configuration_error')
  })

  it('has the restored session in the first ready snapshot', async () => {
    const vitrine = create()
    const seen: unknown[] = []
    vitrine.subscribe(() => seen.push(vitrine.state))
    load({ hello: () => ({ ...helloResult(), state: LOGGED_IN }) })
    await vitrine.ready
    expect(seen).toEqual([{ ready: true, ...LOGGED_IN, isOpen: false, error: null }])
  })

  it('refuses calls before, with the exact message', async () => {
    const vitrine = create()
    for (const call of [
      vitrine.login(),
      vitrine.logout(),
      vitrine.openAccount(),
      vitrine.createWallet(),
      vitrine.signMessage({ message: 'hi' }),
      vitrine.getLoginCode(),
    ])
      await expect(call).rejects.toMatchObject({
        type: 'client_error',
        code: 'not_ready',
        message: 'Method called before `ready`. Ensure you wait until `ready` is true before calling.',
      })
  })

  it('tells after 15 s that nothing has answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const vitrine = create()
    const heard = vi.fn()
    vitrine.on('error', heard)
    await vi.advanceTimersByTimeAsync(14_999)
    expect(vitrine.state.error).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await expect(vitrine.ready).rejects.toThrow(`No answer from ${WALLET}.`)
    expect(vitrine.state).toMatchObject({ ready: false, error: { code: 'frame_unreachable' } })
    expect(heard).toHaveBeenCalledExactlyOnceWith({
      code: 'frame_unreachable',
      message: vitrine.state.error?.message,
      during: 'ready',
    })
    expect(consoleError).toHaveBeenCalledOnce()
  })

  it('fails when the second script does not come, and says what may be wrong', async () => {
    const error = clientError('configuration_error', 'vitrine-greeting.js did not load.')
    const vitrine = createVitrine(OPTIONS, { ...PARTS, greeting: () => Promise.reject(error) })
    made.push(vitrine)
    load()
    await expect(vitrine.ready).rejects.toBe(error)
    expect(vitrine.state).toMatchObject({ ready: false, error: { code: 'configuration_error' } })
    expect(consoleError).toHaveBeenCalledExactlyOnceWith('Vitrine: vitrine-greeting.js did not load.')
    await expect(vitrine.login()).rejects.toBe(error)
  })

  it('greets a frame that was there before the second script, and the document that it has by then', async () => {
    let arrive = (_part: Awaited<ReturnType<typeof PARTS.greeting>>) => {}
    const greeting = new Promise<Awaited<ReturnType<typeof PARTS.greeting>>>(resolve => {
      arrive = resolve
    })
    const vitrine = createVitrine(OPTIONS, { ...PARTS, greeting: () => greeting })
    made.push(vitrine)
    const gone = vi.fn(handlers().hello)
    const hello = vi.fn(handlers().hello)
    load({ hello: gone })
    load({ hello })
    await expect(vitrine.login()).rejects.toMatchObject({ code: 'not_ready' })
    arrive(await PARTS.greeting())
    await vitrine.ready
    expect(hello).toHaveBeenCalledOnce()
    expect(gone).not.toHaveBeenCalled()
  })

  it('greets nobody when it was destroyed before the second script came', async () => {
    const greeting = vi.fn(PARTS.greeting)
    const greetFrame = vi.fn()
    greeting.mockResolvedValue({ greetFrame })
    const vitrine = createVitrine(OPTIONS, { ...PARTS, greeting })
    vitrine.destroy()
    await expect(vitrine.ready).rejects.toMatchObject({ code: 'instance_destroyed' })
    expect(greeting).toHaveBeenCalledOnce()
    expect(greetFrame).not.toHaveBeenCalled()
  })

  it('says nothing of a second script that fails to come when it was destroyed before', async () => {
    let fail = (_error: Error) => {}
    const greeting = () =>
      new Promise<never>((_, reject) => {
        fail = reject
      })
    const vitrine = createVitrine(OPTIONS, { ...PARTS, greeting })
    const onError = vi.fn()
    vitrine.on('error', onError)
    vitrine.destroy()
    await expect(vitrine.ready).rejects.toMatchObject({ code: 'instance_destroyed' })
    fail(clientError('configuration_error', 'vitrine-greeting.js did not load.'))
    await new Promise(resolve => setTimeout(resolve))
    expect(onError).not.toHaveBeenCalled()
    expect(consoleError).not.toHaveBeenCalled()
    expect(vitrine.state.error).toBeNull()
  })

  it('works on where the page’s own login cannot be subscribed to, which is reported', async () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const error = new Error('No store')
    const subscribe = () => {
      throw error
    }
    const vitrine = create({ config: { customAuth: { getCustomAccessToken: async () => null, subscribe } } })
    load()
    await vitrine.ready
    expect(report).toHaveBeenCalledExactlyOnceWith(error)
  })

  it('fails with the error of a refused hello', async () => {
    const vitrine = create()
    load({
      hello: () => {
        throw new Error('internal')
      },
    })
    await expect(vitrine.ready).rejects.toMatchObject({ code: 'internal_error' })
  })

  it('does not fail when the frame is loaded again during hello', async () => {
    const vitrine = create()
    const asked = new Promise<void>(resolve => {
      load({
        hello: () => {
          resolve()
          return new Promise(() => {})
        },
      })
    })
    await asked
    load()
    await vitrine.ready
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('leaves no unhandled rejection behind in a page that does not await it', async () => {
    vi.stubGlobal('isSecureContext', false)
    const unhandled = vi.fn()
    process.once('unhandledRejection', unhandled)
    const vitrine = create()
    await next(vitrine, 'error')
    await new Promise(resolve => setImmediate(resolve))
    process.removeListener('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    expect(vitrine.state.error).toMatchObject({
      code: 'configuration_error',
      message: 'Serve this page over HTTPS or localhost.',
    })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('refuses to share the origin of the page', async () => {
    const vitrine = create({ walletOrigin: location.origin })
    await expect(vitrine.ready).rejects.toThrow('The wallet needs an origin of its own.')
    expect(document.querySelector('iframe')).toBeNull()
  })
})

describe('one instance for an app', () => {
  it('refuses a second until the first is destroyed', () => {
    const first = create()
    expect(() => create()).toThrow('app_1 has an instance: destroy() it.')
    create({ appId: 'app_2' })
    first.destroy()
    expect(() => create()).not.toThrow()
  })

  it('refuses what cannot work at all', () => {
    expect(() => create({ appId: '' })).toThrow('`appId` (`data-app-id`) is missing.')
    for (const walletOrigin of [
      '',
      'wallet.example',
      `${WALLET}/`,
      `${WALLET}/x`,
      'HTTPS://wallet.example',
      'null',
    ])
      expect(() => create({ walletOrigin })).toThrow('`walletOrigin` is no origin')
    expect(document.querySelector('iframe')).toBeNull()
  })
})

describe('state', () => {
  it('is frozen, new for each change, and the same between them', async () => {
    const [vitrine, frame] = await createReady()
    const before = vitrine.state
    expect(vitrine.state).toBe(before)
    frame.notify({ type: 'state', state: LOGGED_IN })
    await next(vitrine, 'userChanged')
    const after = vitrine.state
    expect(after).not.toBe(before)
    expect(before.authenticated).toBe(false)
    expect([before, after].every(Object.isFrozen)).toBe(true)
  })

  it('keeps the identity of what did not change, and tells nobody', async () => {
    const [vitrine, frame] = await createReady({ hello: () => ({ ...helloResult(), state: LOGGED_IN }) })
    const { user } = vitrine.state
    const heard = vi.fn()
    vitrine.subscribe(heard)
    frame.notify({ type: 'state', state: LOGGED_IN })
    frame.notify({ type: 'state', state: { ...LOGGED_IN, wallets: [] } })
    expect(await next(vitrine, 'walletsChanged')).toEqual({ wallets: [] })
    expect(heard).toHaveBeenCalledOnce()
    expect(vitrine.state.user).toBe(user)
  })

  it('is up to date when login resolves', async () => {
    let frame: FrameServer | undefined
    const [vitrine, served] = await createReady({
      login: () => {
        frame?.notify({ type: 'state', state: LOGGED_IN })
        return LOGIN_RESULT
      },
    })
    frame = served
    expect(await vitrine.login()).toEqual(LOGIN_RESULT)
    expect(vitrine.state).toMatchObject(LOGGED_IN)
  })
})

describe('events', () => {
  it('of the frame reach their listeners until they leave', async () => {
    const [vitrine, frame] = await createReady()
    const heard = vi.fn()
    const off = vitrine.on('walletCreated', heard)
    const event = { name: 'walletCreated', payload: { wallet: WALLET_FIXTURE } } as const
    frame.notify({ type: 'event', event })
    frame.notify({ type: 'event', event: { name: 'logout', payload: null } })
    await next(vitrine, 'logout')
    off()
    frame.notify({ type: 'event', event })
    frame.notify({ type: 'event', event: { name: 'logout', payload: null } })
    await next(vitrine, 'logout')
    expect(heard).toHaveBeenCalledExactlyOnceWith({ wallet: WALLET_FIXTURE })
  })

  it('go on after a listener that throws, which is reported', async () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const [vitrine, frame] = await createReady()
    const error = new Error('page bug')
    vitrine.on('logout', () => {
      throw error
    })
    frame.notify({ type: 'event', event: { name: 'logout', payload: null } })
    await next(vitrine, 'logout')
    expect(report).toHaveBeenCalledExactlyOnceWith(error)
  })

  it('tell of a wrong option on the console too', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const [vitrine, frame] = await createReady()
    const payload = { message: '`theme` must be dark or light.' }
    frame.notify({ type: 'event', event: { name: 'configWarning', payload } })
    expect(await next(vitrine, 'configWarning')).toEqual(payload)
    expect(warn).toHaveBeenCalledExactlyOnceWith('Vitrine: `theme` must be dark or light.')
  })

  it('open and close follow the dialog', async () => {
    const [vitrine, frame] = await createReady()
    const view = { type: 'shell', title: 'Log in or sign up', colorScheme: 'dark' } as const
    frame.notify({ ...view, open: true })
    await next(vitrine, 'open')
    expect(vitrine.state.isOpen).toBe(true)
    expect(dialog()).toMatchObject({ open: true, ariaLabel: 'Log in or sign up' })
    frame.notify({ ...view, open: false })
    await next(vitrine, 'close')
    expect(vitrine.state.isOpen).toBe(false)
    expect(dialog()?.open).toBe(false)
  })
})

describe('methods', () => {
  it('pass their arguments on', async () => {
    const spies = {
      login: vi.fn(handlers().login),
      logout: vi.fn(handlers().logout),
      createWallet: vi.fn(handlers().createWallet),
      signMessage: vi.fn(handlers().signMessage),
      getLoginCode: vi.fn(handlers().getLoginCode),
      openAccount: vi.fn(handlers().openAccount),
    }
    const [vitrine] = await createReady(spies)
    await vitrine.login({ disableSignup: true })
    await vitrine.logout({ scope: 'all-devices' })
    await vitrine.createWallet({ createAdditional: true })
    await vitrine.signMessage({ message: 'hi' }, { address: '0xa1', uiOptions: { title: 'Sign' } })
    await vitrine.getLoginCode({ audience: 'https://api.example' })
    expect(spies.login).toHaveBeenCalledWith({ disableSignup: true })
    expect(spies.logout).toHaveBeenCalledWith({ scope: 'all-devices' })
    expect(spies.createWallet).toHaveBeenCalledWith({ createAdditional: true })
    expect(spies.signMessage).toHaveBeenCalledWith({
      message: 'hi',
      address: '0xa1',
      uiOptions: { title: 'Sign' },
    })
    expect(spies.getLoginCode).toHaveBeenCalledWith({ audience: 'https://api.example' })
    for (const given of [undefined, { screen: 'receive' }] as const) await vitrine.openAccount(given)
    // As a button's listener it is given an event.
    await vitrine.openAccount({ target: document.body } as object)
    expect(spies.openAccount.mock.calls).toEqual([[undefined], [{ screen: 'receive' }], [undefined]])
  })

  it('passes link, unlink and update on, and an account as `state.user` has it', async () => {
    const { link, unlink, update } = handlers()
    const spies = { link: vi.fn(link), unlink: vi.fn(unlink), update: vi.fn(update) }
    const [vitrine] = await createReady(spies)
    expect(await vitrine.link('sms', { prefill: '+12133734253' })).toEqual({ user: USER_FIXTURE })
    expect(await vitrine.link('passkey')).toEqual({ user: USER_FIXTURE })
    const account = { type: 'email', address: 'ada@shop.example', latestVerifiedAt: new Date(0) } as const
    expect(await vitrine.unlink(account)).toEqual({ user: USER_FIXTURE })
    expect(await vitrine.update('phone')).toEqual({ user: USER_FIXTURE })
    expect(spies.link.mock.calls).toEqual([
      [{ method: 'sms', prefill: '+12133734253' }],
      [{ method: 'passkey' }],
    ])
    expect(spies.unlink).toHaveBeenCalledExactlyOnceWith({ type: 'email', address: 'ada@shop.example' })
    expect(spies.update).toHaveBeenCalledExactlyOnceWith('phone')
  })

  it('reject with the error of the frame', async () => {
    const [vitrine] = await createReady({}, () => false)
    await expect(vitrine.createWallet()).rejects.toMatchObject({
      name: 'VitrineError',
      code: 'must_be_authenticated',
      message: 'User must be authenticated',
    })
  })
})

describe('when the frame is loaded again', () => {
  it('closes, tells once, greets anew and tells what has changed', async () => {
    const [vitrine, frame] = await createReady({ signMessage: () => new Promise(() => {}) })
    frame.notify({ type: 'shell', open: true, title: 'Sign', colorScheme: 'light' })
    await next(vitrine, 'open')
    const order: string[] = []
    for (const name of ['close', 'connectionLost', 'userChanged', 'ready'] as const)
      vitrine.on(name, () => order.push(name))
    const call = vitrine.signMessage({ message: 'hi' })
    load({ hello: () => ({ ...helloResult(), state: LOGGED_IN }) })
    expect(vitrine.state).toMatchObject({ ready: false, isOpen: false })
    await expect(call).rejects.toMatchObject({ code: 'connection_lost' })
    await next(vitrine, 'ready')
    expect(order).toEqual(['close', 'connectionLost', 'userChanged', 'ready'])
    expect(vitrine.state).toMatchObject({ ready: true, ...LOGGED_IN })
    expect(dialog()?.open).toBe(false)
  })
})

describe('destroy', () => {
  it('removes the frame and refuses what comes after', async () => {
    const [vitrine] = await createReady({ openAccount: () => new Promise(() => {}) })
    const call = vitrine.openAccount()
    vitrine.destroy()
    await expect(call).rejects.toMatchObject({ code: 'connection_lost' })
    await expect(vitrine.login()).rejects.toMatchObject({
      code: 'instance_destroyed',
      message: 'Destroyed.',
    })
    expect(document.querySelector('dialog, iframe')).toBeNull()
    expect(document.adoptedStyleSheets).toEqual([])
    expect(vitrine.state.ready).toBe(false)
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('rejects a `ready` that is still awaited, and ends its timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const vitrine = create()
    vitrine.destroy()
    await expect(vitrine.ready).rejects.toMatchObject({ code: 'instance_destroyed' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(consoleError).not.toHaveBeenCalled()
  })
})

const helloResult = () => ({
  protocol: 1,
  version: '0.1.0',
  features: [],
  app: { id: 'app_1', name: 'Shop', icon: null },
})
