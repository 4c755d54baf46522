import { createPublicKey } from 'node:crypto'
import { providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'

/**
 * What each field allows and the whole cannot work with: told to the operator at the edit, not to a person at the login.
 * @returns one `field: why` each
 */
export function contradictions(config: EditableAppConfig): readonly string[] {
  const { custom_jwt_auth, custom_jwt_config: customJwt, captcha_enabled, captcha_site_key } = config
  const found: string[] = []
  if (custom_jwt_auth && customJwt === null)
    found.push('custom_jwt_config: custom_jwt_auth needs the issuer, the audience and its keys')
  if (customJwt !== null && 'public_key' in customJwt && !isReadable(customJwt.public_key))
    found.push('custom_jwt_config.public_key: this PEM holds no public key')
  if (captcha_enabled && providerOf(config) !== 'altcha' && captcha_site_key === undefined)
    found.push('captcha_site_key: the provider needs the site key that it gave you')
  return found
}

function isReadable(pem: string): boolean {
  try {
    createPublicKey(pem)
    return true
  } catch {
    return false
  }
}
