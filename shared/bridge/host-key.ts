/**
 * The page's key, which brings a session back after a reload where the browser blocks the frame's storage. The page keeps it on its own
 * origin and cannot export it; the frame asks for a signature. No token and no key of the frame crosses the bridge.
 */

/** `register` makes the key if there is none; `resume` answers `null` then; `forget` deletes it. */
export type HostKeyPurpose = 'register' | 'resume'

export interface HostKeyCall {
  readonly purpose: HostKeyPurpose | 'forget'
  /** The server's nonce of the DPoP proof that goes with it. */
  readonly nonce: string
  /** RFC 7638 thumbprint of the frame's device key. */
  readonly thumbprint: string
}

/** `null`: there is no key, or the page cannot keep one. */
export type HostKeyAnswer = {
  /** Base64 SPKI. */
  readonly publicKey: string
  /** r and s as WebCrypto writes them, base64. */
  readonly signature: string
} | null

export interface HostKeyWords extends HostKeyCall {
  readonly appId: string
  /** The page's origin. */
  readonly origin: string
}

/**
 * The bytes that a host key signs. The page composes them itself, under a prefix of this use alone, so that neither a frame nor a
 * page can have the key sign anything else. JSON keeps the parts apart.
 */
export const hostKeyMessage = ({ purpose, appId, origin, nonce, thumbprint }: HostKeyWords) =>
  new TextEncoder().encode(JSON.stringify(['vitrine host key 1', purpose, appId, origin, nonce, thumbprint]))
