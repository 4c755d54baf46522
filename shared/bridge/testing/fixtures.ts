import type { FrameHandlers, FrameResult } from '../methods.ts'
import { METHOD_POLICIES } from '../policies.ts'

export const HOST = 'https://shop.example'
export const WALLET = 'https://wallet.example'

export const WALLET_FIXTURE: FrameResult<'createWallet'> = {
  address: '0x00000000000000000000000000000000000000a1',
  chainType: 'ethereum',
  walletIndex: 0,
  walletClientType: 'vitrine',
  connectorType: 'embedded',
  imported: false,
  delegated: false,
  recoveryMethod: 'privy-v2',
}

export const USER_FIXTURE: FrameResult<'login'>['user'] = {
  id: 'user_1',
  createdAt: new Date(0),
  hasAcceptedTerms: false,
  isGuest: false,
  mfaMethods: [],
  linkedAccounts: [],
  email: { address: 'ada@shop.example' },
}

export const HELLO = { protocol: 1, sdk: '0.1.0', features: [] }

export const LOGIN_RESULT: FrameResult<'login'> = {
  user: USER_FIXTURE,
  isNewUser: true,
  wasAlreadyAuthenticated: false,
  loginMethod: 'email',
  loginAccount: {
    type: 'email',
    address: 'ada@shop.example',
    firstVerifiedAt: new Date(0),
    latestVerifiedAt: new Date(0),
  },
}

const absent = () => {
  throw new Error('The test has no handler of this method.')
}
const ABSENT = Object.fromEntries(
  Object.keys(METHOD_POLICIES).map(name => [name, absent]),
) as unknown as FrameHandlers

/** Handlers that answer at once; a test replaces the one it is about. */
export const handlers = (replaced: Partial<FrameHandlers> = {}): FrameHandlers => ({
  ...ABSENT,
  hello: () => ({
    protocol: 1,
    version: '0.1.0',
    features: [],
    app: { id: 'app_1', name: 'Shop', icon: null },
    state: { authenticated: false, user: null, wallets: [] },
  }),
  login: () => LOGIN_RESULT,
  logout: () => undefined,
  openAccount: () => undefined,
  link: () => ({ user: USER_FIXTURE }),
  unlink: () => ({ user: USER_FIXTURE }),
  update: () => ({ user: USER_FIXTURE }),
  createWallet: () => WALLET_FIXTURE,
  connectWallet: () => ({ wallet: WALLET_FIXTURE }),
  setActiveWallet: () => undefined,
  walletEvent: () => undefined,
  setWalletRecovery: () => WALLET_FIXTURE,
  signMessage: () => ({ signature: '0x01' }),
  syncCustomAuth: () => undefined,
  signTypedData: () => ({ signature: '0x01' }),
  signTransaction: () => ({ signature: '0x01', signedTransaction: '0x01' }),
  sendTransaction: () => ({ hash: '0x01' }),
  getLoginCode: () => 'code',
  fetch: () => undefined,
  ethereumRequest: () => '0x1',
  solanaRequest: () => [],
  ...replaced,
})
