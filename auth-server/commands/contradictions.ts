import { providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { CLOUD_ORIGINS, cloudOrigin } from '@vitrine/shared/wallet/cloud-origin.ts'
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
  const clouds = [
    ['google_drive_url', 'google-drive', wallets.google_drive_url],
    ['icloud.url', 'icloud', wallets.icloud?.url],
  ] as const
  for (const [field, cloud, url] of clouds)
    if (url !== undefined && cloudOrigin(cloud, url, url) !== url)
      found.push(
        `embedded_wallet_config.${field}: a recovery secret goes to ${CLOUD_ORIGINS[cloud]} and nowhere else`,
      )
  if (config.legacy_wallet_ui_config)
    found.push('legacy_wallet_ui_config: there are no older wallet screens; set it to false')
  if (config.custom_api_url !== null)
    found.push(
      'custom_api_url: the frame calls the origin that serves it; set it to null, and VITRINE_ORIGIN to that origin',
    )
  return [...found, ...originContradictions(config), ...fundingContradictions(config)]
}
