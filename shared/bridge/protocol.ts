import { version } from '../package.json'

/**
 * Version of the bridge protocol. A frame serves this version and the one before it; `hello` decides.
 * The window handshake below is outside the version: it only hands over a port.
 */
export const PROTOCOL_VERSION = 1
export const SERVED_PROTOCOLS: readonly number[] = [PROTOCOL_VERSION]
export const SDK_VERSION: string = version

/** Frame → page, by `window.postMessage`: "I am here, send me a port". Carries nothing secret. */
export interface FrameAnnouncement {
  readonly vitrine: 'frame'
  readonly nonce: string
}

/** Page → frame, by `window.postMessage`, with one transferred `MessagePort`. Echoes the announcement's nonce. */
export interface PortDelivery {
  readonly vitrine: 'port'
  readonly nonce: string
}

/**
 * Why the wallet origin answered with a page that is no frame. `unknown-app`: it has no app of this id. `origin`: the app's
 * `allowed_domains` lack the asking origin.
 */
export type RefusalReason = 'unknown-app' | 'origin'

/** Refusal page → the origin that asked, by `window.postMessage`: there will be no frame. Carries nothing secret. */
export interface FrameRefusal {
  readonly vitrine: 'refused'
  readonly reason: RefusalReason
}
