/** HTTP header names of contract §1, lower case. */
export const APP_ID_HEADER = 'vitrine-app-id'
export const CLIENT_HEADER = 'vitrine-client'
export const ANALYTICS_ID_HEADER = 'vitrine-ca-id'
export const AUTHORIZATION_SIGNATURE_HEADER = 'vitrine-authorization-signature'
export const IDEMPOTENCY_KEY_HEADER = 'vitrine-idempotency-key'
/** Unix milliseconds after which the server refuses the signed request; part of the signed payload. */
export const REQUEST_EXPIRY_HEADER = 'vitrine-request-expiry'
/** Proof of possession of the device key (RFC 9449 §4). */
export const DPOP_HEADER = 'dpop'
/** The server's nonce for the next proof, with each answer (RFC 9449 §8.2). */
export const DPOP_NONCE_HEADER = 'dpop-nonce'
/** The proof of a second factor (`shared/api/mfa.ts`). */
export const MFA_TOKEN_HEADER = 'vitrine-mfa-token'
/** 32 random bytes, base64url, that a browser keeps beyond a logout: by it a login is known to come from where one came before. */
export const BROWSER_HEADER = 'vitrine-browser'
