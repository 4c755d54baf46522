import * as z from 'zod/mini'

/**
 * POST /sessions/host_key and POST /sessions/resume: a key that the page keeps on its own origin, and its signature over the message
 * of `shared/bridge/host-key.ts`, with the nonce and the device of the call's own DPoP proof.
 */
export const hostKeyRequest = z.object({
  /** The page's origin, as the browser serialises it. */
  origin: z.string().check(z.maxLength(256)),
  /** Base64 SPKI of a P-256 key (RFC 5480), uncompressed. */
  public_key: z.string().check(z.regex(/^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/)),
  /** ECDSA with SHA-256 as WebCrypto writes it: r and s, base64. */
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
})
export const registerHostKeyResponse = z.object({})
