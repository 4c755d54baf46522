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
  // Of libraries that are not loaded: these wallets are reached as all others are.
  'externalWallets.coinbaseWallet.config': host.externalWallets?.coinbaseWallet?.config,
  'externalWallets.baseAccount.config': host.externalWallets?.baseAccount?.config,
  // Functions of the page, which cannot cross: wallets are found by the Wallet Standard.
  'externalWallets.solana.connectors': host.externalWallets?.solana?.connectors,
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
  return [...warnings, ...decidedByServer(app, host)]
}

function decidedByServer(app: AppConfig, host: HostOptions): readonly ConfigWarning[] {
  const warnings: ConfigWarning[] = []
  if (host.captchaEnabled !== undefined && host.captchaEnabled !== app.captcha_enabled)
    warnings.push({
      rule: 'captcha-of-server',
      message: `config.captchaEnabled: this app’s server config has captchas ${app.captcha_enabled ? 'on' : 'off'}, and decides.`,
    })
  if (host.walletConnectCloudProjectId && app.wallet_connect_cloud_project_id === null)
    warnings.push({
      rule: 'project-of-server',
      message:
        'config.walletConnectCloudProjectId: this app’s server config has no such project, so that the wallet may not reach it. Set `wallet_connect_cloud_project_id` there.',
    })
  return warnings
}
