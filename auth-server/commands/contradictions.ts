import { providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { userOwnedRecoveries } from '@vitrine/shared/wallet/recovery-rules.ts'
import { LOGIN_CONTRADICTIONS } from '../login/contradictions.ts'
import { fundingContradictions } from './funding-contradictions.ts'
import { originContradictions } from './origin-contradictions.ts'

/**
 * What each field allows and the whole cannot work with: told to the operator at the edit, not to a person at the login.
 * @returns one `field: why` each
 */
export function contradictions(config: EditableAppConfig): readonly string[] {
  const { embedded_wallet_config: wallets } = config
  const { captcha_enabled, captcha_site_key, hold_new_devices, added_login_hold_hours } = config
  const found = Object.values(LOGIN_CONTRADICTIONS).flatMap(find => find(config))
  if (captcha_enabled && providerOf(config) !== 'altcha' && captcha_site_key === undefined)
    found.push('captcha_site_key: the provider needs the site key that it gave you')
  if (hold_new_devices && added_login_hold_hours === 0)
    found.push(
      'added_login_hold_hours: 0 holds nothing, and hold_new_devices holds each new device for as long',
    )
  if (userOwnedRecoveries(wallets).includes('icloud') && wallets.icloud === null)
    found.push(
      'embedded_wallet_config.icloud: recovery by iCloud needs container_identifier, api_token and environment',
    )
  return [...found, ...originContradictions(config), ...fundingContradictions(config)]
}
