import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { HostOptions } from '@vitrine/shared/config/host-options.ts'
import { serverOptionsWithoutEffect } from '@vitrine/shared/config/without-effect.ts'
import type { ConfigWarning } from './warning.ts'

/** What a page asks for, by its option, where this version does something else. */
const askedByPage = (host: HostOptions): Readonly<Record<string, unknown>> => ({
  headless: host.headless,
  // For a script in the page's document; the wallet puts none there.
  scriptNonce: host.scriptNonce,
  '_render.standalone': host._render?.standalone,
  plugins: host.plugins?.length,
  // There is no login by another wallet app, whichever way it would be connected.
  'appearance.walletList': host.appearance?.walletList,
  walletConnectCloudProjectId: host.walletConnectCloudProjectId,
  'externalWallets.coinbaseWallet.config': host.externalWallets?.coinbaseWallet?.config,
  'externalWallets.baseAccount.config': host.externalWallets?.baseAccount?.config,
  'externalWallets.solana.connectors': host.externalWallets?.solana?.connectors,
  // No second factor is asked for.
  'mfa.noPromptOnMfaRequired': host.mfa?.noPromptOnMfaRequired,
  'passkeys.shouldUnlinkOnUnenrollMfa': host.passkeys?.shouldUnlinkOnUnenrollMfa === false,
  'passkeys.shouldUnenrollMfaOnUnlink': host.passkeys?.shouldUnenrollMfaOnUnlink === false,
  // Nothing is funded.
  'fundingMethodConfig.moonpay': host.fundingMethodConfig?.moonpay,
})

/** One sentence for each option that asks for something else than what the wallet will do. */
export function withoutEffect(app: AppConfig, host: HostOptions): readonly ConfigWarning[] {
  const asked = Object.entries(askedByPage(host)).flatMap(([path, value]) =>
    value ? [`config.${path}`] : [],
  )
  const ofServer = serverOptionsWithoutEffect(app).map(path => `The app’s config, ${path}`)
  const warnings = [...asked, ...ofServer].map(
    (name): ConfigWarning => ({
      rule: 'option-built',
      message: `${name}: has no effect in this version.`,
    }),
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
