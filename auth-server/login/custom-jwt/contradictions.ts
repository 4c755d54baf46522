import { createPublicKey, type KeyObject } from 'node:crypto'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { algorithmsOf } from '../../signer/key-algorithms.ts'

/** See `commands/contradictions.ts`. */
export function customJwtContradictions(config: EditableAppConfig): readonly string[] {
  const { custom_jwt_auth, custom_jwt_config: customJwt } = config
  const found: string[] = []
  if (custom_jwt_auth && customJwt === null)
    found.push('custom_jwt_config: custom_jwt_auth needs the issuer, the audience and its keys')
  if (customJwt !== null && 'public_key' in customJwt) {
    const flaw = flawOf(customJwt.public_key)
    if (flaw !== null) found.push(`custom_jwt_config.public_key: ${flaw}`)
  }
  return found
}

/** Why no JWT can be checked with a key; `null` when one can. */
function flawOf(pem: string): string | null {
  let key: KeyObject
  try {
    key = createPublicKey(pem)
  } catch {
    return 'this PEM holds no public key'
  }
  if (algorithmsOf(key).length > 0) return null
  return 'no JWT can be checked with this key; take one for ES256 (P-256), RS256 or PS256 (RSA, 2048 bits or more), or EdDSA (Ed25519)'
}
