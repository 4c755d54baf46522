import type { HostOptions } from '@vitrine/shared/config/host-options.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

/** How the wallet follows the site's own login: who is logged in there is logged in here (contract §4.3 `customAuth`). */
export interface CustomAuth {
  readonly enabled?: boolean
  /** The JWT of the site's login; `null` when nobody is logged in. Asked again each time: give one that is not about to expire. */
  getCustomAccessToken(): Promise<string | null> | string | null
  /** While true the site does not know yet who is logged in, and the wallet stays as it is. Read each time. */
  readonly isLoading?: boolean
  /** Calls `onChange` whenever someone logs in or out at the site, or `isLoading` has ended; returns what ends that. */
  subscribe?(onChange: () => void): () => void
}

/** Options of the frame, which are data and checked there, and `customAuth`, whose functions stay in the page. */
export type VitrineConfig = Omit<HostOptions, 'customAuth'> & { readonly customAuth?: CustomAuth }

export interface VitrineOptions {
  /** The id that the operator's `app create` printed. */
  readonly appId: string
  /** Where the wallet is served, e.g. `https://wallet.example`. */
  readonly walletOrigin: string
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
  if (!URL.canParse(walletOrigin) || new URL(walletOrigin).origin !== walletOrigin)
    throw configurationError('`walletOrigin` is no origin')
}

/**
 * Whether the frame can run in this page at all; `diagnose` says why not. On one origin, the page could reach into the frame
 * and `sandbox` would stop nothing. Without a secure context, neither the page nor a frame in it has WebCrypto.
 */
export const canRun = (walletOrigin: string) =>
  typeof document !== 'undefined' && walletOrigin !== location.origin && isSecureContext
