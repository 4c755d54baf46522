import type { HostOptions } from '@vitrine/shared/config/host-options.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

export interface VitrineOptions {
  /** The id that the operator's `app create` printed. */
  readonly appId: string
  /** Where the wallet is served, e.g. `https://wallet.example`. */
  readonly walletOrigin: string
  readonly config?: HostOptions | undefined
  /** BCP 47 tag of the dialogs' language. */
  readonly locale?: string | undefined
  /** `false` keeps the provider out of EIP-6963 wallet lists. */
  readonly eip6963?: boolean | undefined
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
    throw configurationError('`walletOrigin` must be an origin such as https://wallet.example.')
}

/** Why the frame cannot run in this page at all, or `undefined`. */
export function environmentProblem(walletOrigin: string): string | undefined {
  if (typeof document === 'undefined') return 'Vitrine runs in a browser.'
  // On one origin, the page could reach into the frame and `sandbox` would stop nothing.
  if (walletOrigin === location.origin) return 'The wallet needs an origin of its own.'
  // Without a secure context, neither the page nor a frame in it has WebCrypto.
  return isSecureContext ? undefined : 'Serve this page over HTTPS, or from localhost.'
}
