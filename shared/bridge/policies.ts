import type { FrameMethodName } from './methods.ts'
import type { HOST_METHODS } from './schemas.ts'

const QUERY_MS = 15_000

/** What does not show a screen, and so must end by itself. */
type SilentMethod = {
  [M in FrameMethodName]: (typeof METHOD_POLICIES)[M]['needsScreen'] extends true ? never : M
}[FrameMethodName]

/** How long a call may take, in ms (DESIGN.md, the bridge); absent: it waits for a person and ends with its screen. */
export const TIMEOUT_MS: Partial<Record<FrameMethodName, number>> = {
  hello: QUERY_MS,
  logout: QUERY_MS,
  syncCustomAuth: QUERY_MS,
  getLoginCode: QUERY_MS,
  /** A screen may ask for a recovery passcode; what needs nobody gives up by itself after 30 s. */
  createWallet: 10 * 60_000,
} satisfies Record<SilentMethod, number>

/** How long the page may take to answer the frame, in ms. */
export const HOST_TIMEOUT_MS = { customAccessToken: QUERY_MS } as const satisfies Record<
  keyof typeof HOST_METHODS,
  number
>

export interface MethodPolicy {
  /** Refused with `must_be_authenticated` when nobody is logged in. */
  readonly needsSession: boolean
  /** Shows a screen and settles when that screen ends. What has `false` here can run silently. */
  readonly needsScreen: boolean
  /** The frame acts only after a trusted click inside its own document. */
  readonly needsGesture: boolean
}

/** "What can run silently?" in one read: every method a page can call, and what stands before it. */
export const METHOD_POLICIES = {
  hello: { needsSession: false, needsScreen: false, needsGesture: false },
  login: { needsSession: false, needsScreen: true, needsGesture: true },
  logout: { needsSession: false, needsScreen: false, needsGesture: false },
  openAccount: { needsSession: true, needsScreen: true, needsGesture: false },
  link: { needsSession: true, needsScreen: true, needsGesture: true },
  unlink: { needsSession: true, needsScreen: true, needsGesture: true },
  update: { needsSession: true, needsScreen: true, needsGesture: true },
  createWallet: { needsSession: true, needsScreen: false, needsGesture: false },
  setWalletRecovery: { needsSession: true, needsScreen: true, needsGesture: true },
  signMessage: { needsSession: true, needsScreen: true, needsGesture: true },
  signTypedData: { needsSession: true, needsScreen: true, needsGesture: true },
  signTransaction: { needsSession: true, needsScreen: true, needsGesture: true },
  sendTransaction: { needsSession: true, needsScreen: true, needsGesture: true },
  syncCustomAuth: { needsSession: false, needsScreen: false, needsGesture: false },
  getLoginCode: { needsSession: true, needsScreen: false, needsGesture: false },
  ethereumRequest: { needsSession: false, needsScreen: true, needsGesture: true },
  solanaRequest: { needsSession: false, needsScreen: true, needsGesture: true },
} as const satisfies Record<FrameMethodName, MethodPolicy>
