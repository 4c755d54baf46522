import type { ErrorCode } from '../errors/codes.ts'
import type { FrameMethodName } from './methods.ts'
import type { HOST_METHODS } from './schemas.ts'

/** The wait for the page's part (contract §9); that for the wallet's is in the host SDK's `frame-link.ts`. */
const HANDSHAKE_MS = 15_000
/** Limits that the contract suggests (§9). Those of changes and signing have no use: such calls wait for a person. */
const QUERY_MS = 30_000

/**
 * What `vitrine.doctor` asks the frame, as an Ethereum request: that code comes with the first use, a method of the bridge
 * would be in every page's kernel.
 */
export const FRAME_FACTS = 'vitrine_frameFacts'
/** What `vitrine.showInline` tells the frame in the same way, by one boolean: whether there is an element for it in the page. */
export const INLINE_PLACE = 'vitrine_inlinePlace'

/** Bytes of a body that `vitrine.fetch` sends. It crosses the bridge in one piece. */
export const FETCH_BODY_LIMIT = 10_000_000

/** What does not show a screen, and so must end by itself. */
type SilentMethod = {
  [M in FrameMethodName]: (typeof METHOD_POLICIES)[M]['needsScreen'] extends true ? never : M
}[FrameMethodName]

/** How long a call may take, in ms; absent: it waits for a person and ends with its screen. */
export const TIMEOUT_MS: Partial<Record<FrameMethodName, number>> = {
  /** The page is told after 15 s that no frame has come. One that is slow makes that good whenever it answers. */
  hello: 10 * 60_000,
  /** A screen asks before all devices are logged out; the frame gives up by itself after 10 s without an answer. */
  logout: 10 * 60_000,
  syncCustomAuth: QUERY_MS,
  walletEvent: QUERY_MS,
  setActiveWallet: QUERY_MS,
  getLoginCode: QUERY_MS,
  /** The frame gives up by itself after two minutes without an answer of the backend. */
  fetch: 10 * 60_000,
  /** A screen may ask for a recovery passcode; what needs nobody gives up by itself after 30 s. */
  createWallet: 10 * 60_000,
} satisfies Record<SilentMethod, number>

/** How long the page may take to answer the frame, in ms. A wallet waits for a person: its limits are the frame's. */
export const HOST_TIMEOUT_MS = {
  customAccessToken: HANDSHAKE_MS,
  navigate: HANDSHAKE_MS,
  wallets: undefined,
} as const satisfies Record<keyof typeof HOST_METHODS, number | undefined>

export interface MethodPolicy {
  /** Refused with `must_be_authenticated` when nobody is logged in (`frame.ts`); `or-wallet`: and no wallet is connected. */
  readonly needsSession: boolean | 'or-wallet'
  /**
   * Shows a screen and settles when the person has decided, however late. What has `false` here can run silently, and has a
   * time limit: `TIMEOUT_MS` does not compile without it, nor with one too many.
   */
  readonly needsScreen: boolean
  /** The error code of an unexpected failure (contract §8.2). Absent: `internal_error`. */
  readonly unknown?: ErrorCode
}

/** "What can run silently?" in one read: every method a page can call, and what stands before it. */
export const METHOD_POLICIES = {
  hello: { needsSession: false, needsScreen: false },
  login: { needsSession: false, needsScreen: true, unknown: 'unknown_auth_error' },
  /** Of this device alone; of all devices by the person's word (`requests/log-out-everywhere`). */
  logout: { needsSession: false, needsScreen: false },
  openAccount: { needsSession: true, needsScreen: true },
  link: { needsSession: true, needsScreen: true, unknown: 'failed_to_link_account' },
  unlink: { needsSession: true, needsScreen: true },
  update: { needsSession: true, needsScreen: true, unknown: 'failed_to_update_account' },
  createWallet: { needsSession: true, needsScreen: false },
  connectWallet: { needsSession: false, needsScreen: true, unknown: 'unknown_connect_wallet_error' },
  setActiveWallet: { needsSession: false, needsScreen: false },
  walletEvent: { needsSession: false, needsScreen: false },
  setWalletRecovery: { needsSession: true, needsScreen: true },
  importWallet: { needsSession: true, needsScreen: true },
  exportWallet: { needsSession: true, needsScreen: true },
  fundWallet: { needsSession: true, needsScreen: true },
  enrollMfa: { needsSession: true, needsScreen: true, unknown: 'unknown_mfa_error' },
  unenrollMfa: { needsSession: true, needsScreen: true, unknown: 'unknown_mfa_error' },
  promptMfa: { needsSession: true, needsScreen: true, unknown: 'unknown_mfa_error' },
  delegateWallet: { needsSession: true, needsScreen: true },
  signMessage: { needsSession: 'or-wallet', needsScreen: true },
  signTypedData: { needsSession: 'or-wallet', needsScreen: true },
  signTransaction: { needsSession: 'or-wallet', needsScreen: true },
  sendTransaction: { needsSession: 'or-wallet', needsScreen: true },
  syncCustomAuth: { needsSession: false, needsScreen: false },
  /** A login or a link that the person began before the page was away. */
  resumeLogin: { needsSession: false, needsScreen: true, unknown: 'unknown_auth_error' },
  getLoginCode: { needsSession: true, needsScreen: false },
  fetch: { needsSession: true, needsScreen: false },
  ethereumRequest: { needsSession: false, needsScreen: true },
  solanaRequest: { needsSession: false, needsScreen: true },
} as const satisfies Record<FrameMethodName, MethodPolicy>

const READS = [
  'eth_(accounts|blobBaseFee|blockNumber|call|chainId|coinbase|createAccessList|estimateGas|feeHistory|gasPrice)',
  'eth_(get(?!Encryption)|new.*Filter|maxPriorityFeePerGas|simulateV1|syncing|uninstallFilter)',
  'net_',
  'web3_clientVersion',
  'wallet_get',
]
const READ = new RegExp(`^(${READS.join('|')})`)
/**
 * Whether an EIP-1193 method only reads, and so may be sent again when its answer got lost. Nothing that signs, sends, asks a
 * person or changes the wallet does; `reads.test.ts` of the frame holds it against what is served.
 */
export const isRead = (method: string) => READ.test(method)
