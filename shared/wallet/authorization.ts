/**
 * The request that the device key signs (contract §6.2): canonicalised by RFC 8785, ECDSA P-256 over SHA-256,
 * ASN.1 DER, base64, sent in `vitrine-authorization-signature`. Expiry and idempotency key are mandatory here, so that
 * a captured signature is worth nothing after a few minutes and nothing for a second request.
 */
export interface AuthorizationPayload {
  readonly version: 1
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Full URL without trailing slash. */
  readonly url: string
  readonly body: unknown
  readonly headers: {
    readonly 'vitrine-app-id': string
    readonly 'vitrine-idempotency-key': string
    readonly 'vitrine-request-expiry': string
  }
}

/** The farthest future a request may name as its expiry. */
export const MAX_AUTHORIZATION_AGE_MS = 5 * 60_000
