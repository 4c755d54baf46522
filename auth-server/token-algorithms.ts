/**
 * JWS algorithms that a token of another party may have (RFC 7518 §3.1, RFC 8037 §3.1). All of them are asymmetric. Under HS256 anyone
 * who knows the public key could sign tokens, and `none` signs nothing.
 */
export const TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
