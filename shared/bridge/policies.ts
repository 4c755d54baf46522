import type { FrameMethodName } from './methods.ts'

/** How long a call may take (DESIGN.md, the bridge); `person` has no limit: it ends when its screen closes. */
export const TIMEOUT_MS = { query: 15_000, walletCreation: 30_000, person: undefined } as const
export type TimeoutClass = keyof typeof TIMEOUT_MS

export interface MethodPolicy {
  /** Refused with `must_be_authenticated` when nobody is logged in. */
  readonly needsSession: boolean
  /** Shows a screen and settles when that screen ends. What has `false` here can run silently. */
  readonly needsScreen: boolean
  /** The frame acts only after a trusted click inside its own document. */
  readonly needsGesture: boolean
  readonly timeout: TimeoutClass
}

/** "What can run silently?" in one read: every method a page can call, and what stands before it. */
export const METHOD_POLICIES = {
  hello: { needsSession: false, needsScreen: false, needsGesture: false, timeout: 'query' },
  login: { needsSession: false, needsScreen: true, needsGesture: true, timeout: 'person' },
  logout: { needsSession: false, needsScreen: false, needsGesture: false, timeout: 'query' },
  openAccount: { needsSession: true, needsScreen: true, needsGesture: false, timeout: 'person' },
  createWallet: { needsSession: true, needsScreen: false, needsGesture: false, timeout: 'walletCreation' },
  signMessage: { needsSession: true, needsScreen: true, needsGesture: true, timeout: 'person' },
  getLoginCode: { needsSession: true, needsScreen: false, needsGesture: false, timeout: 'query' },
  ethereumRequest: { needsSession: false, needsScreen: true, needsGesture: true, timeout: 'person' },
} as const satisfies Record<FrameMethodName, MethodPolicy>
