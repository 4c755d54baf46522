import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameEvents, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { CaptchaCheck } from '../../captcha/captcha.ts'
import type { Appearance } from '../../config/appearance.ts'
import { type EffectiveConfig, effectiveConfig } from '../../config/effective.ts'
import type { ReadableStore } from '../../core/store.ts'
import type { Connected } from '../../external-wallets/ports.ts'
import type { EmailCredentials } from '../../login/email/email-api.ts'
import type { AskedMfa, Mfa } from '../../mfa/mfa.ts'
import type { ScreenRequest } from '../../requests/registry.ts'
import type { Calls } from '../../session/calls.ts'
import type { DeviceWallet, ExternalWallet, ServerWallet } from '../../session/held-wallet.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import type { KeptText, Kernel, Operations } from '../kernel-context.ts'

export const wallet: ServerWallet = {
  custody: 'server',
  id: 'wallet_1',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  chainType: 'ethereum',
  walletIndex: 0,
  walletClientType: 'vitrine',
  connectorType: 'embedded',
  imported: false,
  delegated: false,
  recoveryMethod: 'privy-v2',
}

/** One whose key is on the person's devices. */
export const deviceWallet: DeviceWallet = {
  custody: 'device',
  address: wallet.address,
  chainType: 'ethereum',
  walletIndex: 0,
  walletClientType: 'vitrine',
  connectorType: 'embedded',
  imported: false,
  delegated: false,
  recoveryMethod: 'privy',
}

/** One of another wallet app, which the person has linked. */
export const externalWallet: ExternalWallet = {
  custody: 'external',
  address: '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97',
  chainType: 'ethereum',
  walletIndex: null,
  walletClientType: 'metamask',
  connectorType: 'injected',
  imported: false,
  delegated: false,
  recoveryMethod: null,
}

export const user: User = {
  id: 'user_1',
  createdAt: new Date(0),
  hasAcceptedTerms: true,
  isGuest: false,
  mfaMethods: [],
  linkedAccounts: [],
  email: { address: 'ada@example.com' },
}

export const loginResult: FrameResult<'login'> = {
  user,
  isNewUser: true,
  wasAlreadyAuthenticated: false,
  loginMethod: 'email',
  loginAccount: {
    type: 'email',
    address: 'ada@example.com',
    firstVerifiedAt: new Date(0),
    latestVerifiedAt: new Date(0),
  },
}

/** Nothing is to be proven again. */
const NO_STEP_UP = { is_required: false, ways: [], held_until: null }

/** The server as login methods see it: it agrees to everything, unless the test gives its own answers. */
export const fakeCalls = (own: Partial<Calls> = {}): Calls => ({
  captchaToken: async () => undefined,
  get: async (_path, answer) => answer.parse({ success: true }),
  post: async (_path, _body, answer) => answer.parse({ success: true }),
  postProven: async (_path, _body, answer) => answer.parse({ success: true }),
  postAuthorized: async (path, _body, answer) =>
    answer.parse(path === '/step_up/ways' ? NO_STEP_UP : { success: true }),
  getAuthorized: async (path, answer) =>
    answer.parse(path === '/sessions/list' ? { sessions: [] } : { items: [], next: null }),
  authenticate: async () => loginResult,
  addAccount: async () => user,
  signed: async (_path, _body, answer) => answer.parse({ token: `${'1'.repeat(13)}.${'t'.repeat(43)}` }),
  confirm: async (_path, _body, answer) => answer.parse({ step_up: 's'.repeat(43) }),
  cloudToken: async () => 'sealed',
  requireIssued: async () => {},
  requireAddress: async () => {},
  requireNonce: async () => {},
  requireSealed: async () => {},
  signerKey: async () => 'k',
  device: async () => 'd'.repeat(43),
  changeUser: async () => user,
  takeUser: async () => user,
  ...own,
})

/** The server of the email login, as far as a test answers for it. */
export interface EmailServer {
  sendCode(email: string, signal: AbortSignal): Promise<void>
  authenticate(credentials: EmailCredentials, signal: AbortSignal): Promise<FrameResult<'login'>>
}

export const emailCalls = ({ sendCode, authenticate }: Partial<EmailServer>): Calls =>
  fakeCalls({
    async postProven(_path, body, answer, signal) {
      await sendCode?.((body as EmailCredentials).email, signal)
      return answer.parse({ success: true })
    },
    authenticate: async (_path, body, _way, signal, secret) =>
      authenticate ? authenticate({ ...body, code: secret?.value } as EmailCredentials, signal) : loginResult,
  })

/** Everything the screens told the kernel, in order. */
export interface FakeKernel extends Kernel {
  readonly outcomes: unknown[]
  readonly titles: string[]
  /** What the page hears of flows. */
  readonly flows: FrameEvents['flowStatus'][]
  show(request: ScreenRequest | null): void
  /** Whether another request waits. */
  setAwaited(isAwaited: boolean): void
  setSession(session: SessionSnapshot): void
  setAppearance(appearance: Partial<Appearance>): void
}

export interface FakeKernelOptions {
  readonly config?: Partial<EffectiveConfig>
  readonly app?: object
  readonly lastLogin?: LoginMethod
  /** As kept: the way's name and what it is known by, on a line each. */
  readonly greeting?: string
  readonly operations?: Partial<Operations>
  readonly appearance?: Partial<Appearance>
  readonly hostOrigin?: string
  readonly captcha?: Kernel['captcha']
  readonly ethereum?: Kernel['ethereum']
  readonly siteToken?: string | null
  readonly navigate?: Kernel['navigate']
  readonly solana?: Kernel['solana']
  readonly externalWallets?: Kernel['externalWallets']
  readonly connected?: Kernel['connected']
  readonly recipients?: Kernel['recipients']
}

/** A kernel without a server: operations succeed at once unless the test gives its own. */
export function fakeKernel(options: FakeKernelOptions = {}): FakeKernel {
  const { operations, appearance, hostOrigin } = options
  const outcomes: unknown[] = []
  const titles: string[] = []
  const flows: FrameEvents['flowStatus'][] = []
  const current = store<ScreenRequest | null>(null)
  const isAwaited = store(false)
  const session = store<SessionSnapshot>({ status: 'anonymous' })
  const app = appConfig.parse({
    id: 'app_demo',
    name: 'Lumen Goods',
    data_classification: 'public',
    verification_key: '',
    approval_surface: 'frame',
    ...options.app,
  })
  const effective = effectiveConfig(app, undefined)
  if (!effective.ok) throw new TypeError(effective.message)
  const config = store<EffectiveConfig>({ ...effective.config, ...options.config })
  const appearances = store<Appearance>({ ...effective.config.appearance, ...appearance })
  const answered = new Set<string>()
  const keptOfUser = new Map<string, string>()
  let greeting = options.greeting ?? null
  const kept = new Map<string, string>()
  const end = (id: string, outcome: unknown, stays?: 'stays') => {
    // The first outcome counts, as in the queue.
    if (!answered.has(id)) outcomes.push(outcome)
    answered.add(id)
    if (!stays) current.set(null)
  }
  return {
    app,
    config,
    locale: () => null,
    lastLogin: () => (options.lastLogin ? { method: options.lastLogin } : null),
    greeting: {
      read: () => greeting,
      write(text) {
        greeting = text || null
      },
    },
    keptBy: method => ({
      read: () => kept.get(method) ?? (method === 'guest' ? 'g'.repeat(43) : null),
      write: text => void (text ? kept.set(method, text) : kept.delete(method)),
    }),
    lastMfa: keptText(),
    recipients: options.recipients ?? { read: () => null, write() {} },
    keptOfUser: (kept, address) => ({
      read: () => keptOfUser.get(`${kept} ${address}`) ?? null,
      write: text => void keptOfUser.set(`${kept} ${address}`, text),
    }),
    hostOrigin: hostOrigin ?? 'https://shop.example',
    appearance: appearances,
    session,
    screens: {
      current,
      isAwaited,
      countCalls: () => 1,
      resolve: ({ id }, result, stays) => end(id, { resolved: result }, stays),
      dismiss: ({ id }) => end(id, { dismissed: id }),
      reject: ({ id }, code, message) => end(id, { rejected: code, message }),
      fail: ({ id }, { code, message }, stays) => end(id, { rejected: code, message }, stays),
      setTitle: title => titles.push(title),
    },
    askSite: async () => options.siteToken,
    navigate: options.navigate ?? (async () => 'https://shop.example/cart?item=1'),
    tellFlow: status => flows.push(status),
    captcha: options.captcha ?? store<readonly CaptchaCheck[]>([]),
    ethereum: options.ethereum ?? absent,
    solana: options.solana ?? absent,
    externalWallets: options.externalWallets ?? absent,
    connected: options.connected ?? store<Connected>({ wallets: [], active: null }),
    operations: {
      calls: fakeCalls(),
      acceptTerms: async () => ({ ...user, hasAcceptedTerms: true }),
      createWalletsOnLogin: async () => session.set({ status: 'authenticated', user, wallets: [wallet] }),
      signMessage: async () => ({ signature: '0x01' }),
      perform: async () => {
        throw new TypeError('The test gives no key')
      },
      openHere: async () => {},
      exportKey: noKeys,
      beginImport: noKeys,
      importKey: noKeys,
      delegates: async () => noDelegates,
      recoveryOf: async () => ({
        method: 'user-passcode',
        fileId: null,
        recordName: null,
        credentialId: null,
        salt: null,
      }),
      recover: async () => {},
      setRecovery: async () => wallet,
      startVault: async () => {},
      mfa: async () => fakeMfa(),
      logout: async () => session.set({ status: 'anonymous' }),
      ...operations,
    },
    outcomes,
    titles,
    flows,
    show: current.set,
    setAwaited: isAwaited.set,
    setSession: session.set,
    setAppearance: change => appearances.set({ ...appearances.get(), ...change }),
  }
}

/** What asks for a second factor, where none is needed. */
export const fakeMfa = (): Mfa => ({
  asked: store<AskedMfa | null>(null),
  run: work => work(),
  prompt: async () => {},
  hasFactor: () => false,
  keep: async () => {},
})
/** Nobody may use a wallet but the person. */
const noDelegates: Awaited<ReturnType<Operations['delegates']>> = {
  list: async () => [],
  async terms() {
    throw new TypeError('The test gives no terms')
  },
  allow: async () => {},
  stop: async () => {},
}

const noKeys = async () => {
  throw new TypeError('The test gives no key')
}

const absent = async () => {
  throw new TypeError('The test gives no network')
}

function keptText(): KeptText {
  let kept: string | null = null
  return {
    read: () => kept,
    write(text) {
      kept = text
    },
  }
}

function store<T>(initial: T): ReadableStore<T> & { set(value: T): void } {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
