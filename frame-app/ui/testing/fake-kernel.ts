import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import type {
  Appearance,
  Kernel,
  Operations,
  ReadableStore,
  ScreenRequest,
  SessionSnapshot,
} from '../../kernel/ports.ts'

export const wallet: Wallet = {
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  chainType: 'ethereum',
  walletIndex: 0,
  walletClientType: 'vitrine',
  connectorType: 'embedded',
  imported: false,
  delegated: false,
  recoveryMethod: 'privy-v2',
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
  loginAccount: { type: 'email', address: 'ada@example.com' },
}

/** Everything the screens told the kernel, in order. */
export interface FakeKernel extends Kernel {
  readonly outcomes: unknown[]
  readonly titles: string[]
  show(request: ScreenRequest | null): void
  setSession(session: SessionSnapshot): void
  setAppearance(appearance: Partial<Appearance>): void
}

export interface FakeKernelOptions {
  readonly operations?: Partial<Operations>
  readonly appearance?: Partial<Appearance>
  readonly hostOrigin?: string
}

/** A kernel without a server: operations succeed at once unless the test gives its own. */
export function fakeKernel({ operations, appearance, hostOrigin }: FakeKernelOptions = {}): FakeKernel {
  const outcomes: unknown[] = []
  const titles: string[] = []
  const current = store<ScreenRequest | null>(null)
  const session = store<SessionSnapshot>({ status: 'anonymous' })
  const appearances = store<Appearance>({ ...plainAppearance, ...appearance })
  const end = (outcome: unknown) => {
    outcomes.push(outcome)
    current.set(null)
  }
  return {
    app: appConfig.parse({
      id: 'app_demo',
      name: 'Lumen Goods',
      data_classification: 'public',
      verification_key: '',
    }),
    hostOrigin: hostOrigin ?? 'https://shop.example',
    appearance: appearances,
    session,
    screens: {
      current,
      resolve: (_request, result) => end({ resolved: result }),
      dismiss: request => end({ dismissed: request.id }),
      reject: (_request, code, message) => end({ rejected: code, message }),
      setTitle: title => titles.push(title),
    },
    operations: {
      email: { sendCode: async () => {}, authenticate: async () => loginResult },
      createWalletsOnLogin: async () => session.set({ status: 'authenticated', user, wallets: [wallet] }),
      signMessage: async () => ({ signature: '0x01' }),
      logout: async () => session.set({ status: 'anonymous' }),
      ...operations,
    },
    outcomes,
    titles,
    show: current.set,
    setSession: session.set,
    setAppearance: change => appearances.set({ ...appearances.get(), ...change }),
  }
}

const plainAppearance: Appearance = {
  theme: 'light',
  accentColor: null,
  logo: null,
  landingHeader: 'Log in or sign up',
  loginMessage: null,
  termsUrl: null,
  privacyUrl: null,
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
