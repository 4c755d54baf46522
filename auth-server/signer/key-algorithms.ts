import type { KeyObject } from 'node:crypto'

/** Shorter ones are refused when a signature is checked (RFC 7518 §3.3). */
const MIN_RSA_BITS = 2048

/**
 * What a public key can verify of the algorithms that a site's JWT may have. One key of one kind: what another kind of
 * key would sign is refused before the signature is looked at.
 * @returns none for a key of a kind, curve or size that no such JWT can be checked with.
 */
export function algorithmsOf(key: KeyObject): readonly string[] {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return modulusLength >= MIN_RSA_BITS ? ['RS256', 'PS256'] : []
    case 'ec':
      return namedCurve === 'prime256v1' ? ['ES256'] : []
    case 'ed25519':
      return ['EdDSA']
    default:
      return []
  }
}
