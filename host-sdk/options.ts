import { isBrowserSupported } from '@vitrine/shared/bridge/browsers.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VitrineConfig } from './vitrine-config.ts'

/** Of `createVitrine`. */
export interface VitrineOptions {
  /** The id that the operator's `app create` printed. */
  readonly appId: string
  /** Where the wallet is served, e.g. `https://wallet.example`. */
  readonly walletOrigin: string
  /** What the dialog shows, and how. */
  readonly config?: VitrineConfig | undefined
  /** BCP 47 tag of the dialogs' language. */
  readonly locale?: string | undefined
  /**
   * What the operator's `signer-key` printed: the frame then works with that signer of the wallet alone, and `ready` rejects
   * with `configuration_error` for another one. Several, with spaces between, while one takes the place of the other.
   */
  readonly signer?: string | undefined
  /**
   * The hash of a build, as the wallet origin's own page says it: `ready` rejects with `configuration_error` for another one. Several,
   * with spaces between, while one takes the place of the other.
   */
  readonly build?: string | undefined
  /** `false` keeps the provider out of EIP-6963 wallet lists. */
  readonly eip6963?: boolean | undefined
  /** `false` keeps the Solana wallet out of Wallet Standard lists. */
  readonly walletStandard?: boolean | undefined
}

export const configurationError = (message: string) => clientError('configuration_error', message)

/**
 * @throws VitrineError `configuration_error` for an option that cannot work at all. Options of the frame's screens are
 *   checked in the frame: a wrong one is a `configWarning`.
 */
export function checkOptions({ appId, walletOrigin }: VitrineOptions) {
  if (!appId) throw configurationError('`appId` (`data-app-id`) is missing.')
  // Compared with `MessageEvent.origin` later: only the browser's own spelling will do.
  try {
    if (new URL(walletOrigin).origin === walletOrigin) return
  } catch {
    // Text that is no address is no origin either.
  }
  throw configurationError('`walletOrigin` is no origin')
}

/**
 * Whether the frame can run in this page at all; `diagnose` says why not. On one origin, the page could reach into the frame
 * and `sandbox` would stop nothing. Without a secure context, neither the page nor a frame in it has WebCrypto.
 */
export const canRun = (walletOrigin: string) =>
  walletOrigin !== location.origin && isSecureContext && isBrowserSupported()
