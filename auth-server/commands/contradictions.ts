import { createPublicKey, type KeyObject } from 'node:crypto'
import { providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { algorithmsOf } from '../login/custom-jwt/key-algorithms.ts'

/**
 * What each field allows and the whole cannot work with: told to the operator at the edit, not to a person at the login.
 * @returns one `field: why` each
 */
export function contradictions(config: EditableAppConfig): readonly string[] {
  const { custom_jwt_auth, custom_jwt_config: customJwt, captcha_enabled, captcha_site_key } = config
  const found: string[] = []
  if (custom_jwt_auth && customJwt === null)
    found.push('custom_jwt_config: custom_jwt_auth needs the issuer, the audience and its keys')
  if (customJwt !== null && 'public_key' in customJwt) {
    const flaw = flawOf(customJwt.public_key)
    if (flaw !== null) found.push(`custom_jwt_config.public_key: ${flaw}`)
  }
  if (captcha_enabled && providerOf(config) !== 'altcha' && captcha_site_key === undefined)
    found.push('captcha_site_key: the provider needs the site key that it gave you')
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
