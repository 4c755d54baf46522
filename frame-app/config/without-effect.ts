import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { HostOptions } from '@vitrine/shared/config/host-options.ts'
import type { ConfigWarning } from './warning.ts'

/** One sentence for each option that asks for something else than what the wallet will do. */
export function withoutEffect(app: AppConfig, host: HostOptions): readonly ConfigWarning[] {
  const asked = {
    headless: host.headless,
    // For a script in the page's document; the wallet puts none there.
    scriptNonce: host.scriptNonce,
    '_render.standalone': host._render?.standalone,
  }
  const warnings = Object.entries(asked).flatMap(([path, value]): readonly ConfigWarning[] =>
    value ? [{ rule: 'option-built', message: `config.${path}: has no effect in this version.` }] : [],
  )
  if (host.captchaEnabled === undefined || host.captchaEnabled === app.captcha_enabled) return warnings
  return [
    ...warnings,
    {
      rule: 'captcha-of-server',
      message: `config.captchaEnabled: this app’s server config has captchas ${app.captcha_enabled ? 'on' : 'off'}, and decides.`,
    },
  ]
}
