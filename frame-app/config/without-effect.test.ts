import { readFileSync } from 'node:fs'
import { type AppConfig, appConfig } from '@vitrine/shared/config/app-config.ts'
import { hostOptions } from '@vitrine/shared/config/host-options.ts'
import { describe, expect, it } from 'vitest'
import { effectiveConfig } from './effective.ts'

const ROOT = new URL('../../', import.meta.url)

/** Every option of the page: by the file that acts on it, a value that has a warning, or why there is nothing to do. */
type Fate = { readonly acts: string } | { readonly warns: unknown } | { readonly isSoAnyway: string }
const PAGE: Readonly<Record<string, Fate>> = {
  'appearance.theme': { acts: 'frame-app/config/appearance.ts' },
  'appearance.accentColor': { acts: 'frame-app/ui/theme.ts' },
  'appearance.logo': { acts: 'frame-app/login/landing.tsx' },
  'appearance.footerLogo': { acts: 'frame-app/login/landing.tsx' },
  'appearance.emailDomain': { acts: 'frame-app/login/email/email-code.tsx' },
  'appearance.landingHeader': { acts: 'frame-app/login/landing.tsx' },
  'appearance.loginMessage': { acts: 'frame-app/login/landing.tsx' },
  'appearance.showWalletLoginFirst': { acts: 'frame-app/config/group-priority.ts' },
  'appearance.walletList': { acts: 'frame-app/config/effective.ts' },
  'appearance.walletChainType': { acts: 'frame-app/config/choose-login-ways.ts' },
  'appearance.hideDirectWeb2Inputs': { acts: 'frame-app/login/email/method.tsx' },
  loginMethods: { acts: 'frame-app/config/login-order.ts' },
  'loginMethodsAndOrder.primary': { acts: 'frame-app/config/login-order.ts' },
  'loginMethodsAndOrder.overflow': { acts: 'frame-app/config/login-order.ts' },
  'intl.defaultCountry': { acts: 'frame-app/login/sms/number-screen.tsx' },
  'intl.textLocalization': { acts: 'frame-app/requests/mount.tsx' },
  'legal.termsAndConditionsUrl': { acts: 'frame-app/config/appearance.ts' },
  'legal.privacyPolicyUrl': { acts: 'frame-app/config/appearance.ts' },
  walletConnectCloudProjectId: { warns: 'project' },
  supportedChains: { acts: 'frame-app/config/chains.ts' },
  defaultChain: { acts: 'frame-app/config/chains.ts' },
  captchaEnabled: { warns: true },
  scriptNonce: { warns: 'r4nd0m' },
  customOAuthRedirectUrl: { acts: 'frame-app/oauth-flow/return-address.ts' },
  allowOAuthInEmbeddedBrowsers: { acts: 'frame-app/login-method/usable.ts' },
  'externalWallets.coinbaseWallet.config': { warns: { preference: {} } },
  'externalWallets.baseAccount.config': { warns: { preference: {} } },
  'externalWallets.signatureRequestTimeouts': { acts: 'frame-app/external-wallets/relay-client.ts' },
  'externalWallets.walletConnect.enabled': { acts: 'frame-app/config/effective.ts' },
  'externalWallets.solana.connectors': { warns: {} },
  'externalWallets.disableAllExternalWallets': { acts: 'frame-app/config/effective.ts' },
  'embeddedWallets.ethereum.createOnLogin': { acts: 'frame-app/kernel/wallets.ts' },
  'embeddedWallets.solana.createOnLogin': { acts: 'frame-app/kernel/wallets.ts' },
  'embeddedWallets.showWalletUIs': { acts: 'frame-app/requests/decide.ts' },
  'embeddedWallets.priceDisplay': { acts: 'frame-app/approval/solana/review/review-transactions.ts' },
  'embeddedWallets.disableAutomaticMigration': { isSoAnyway: 'no wallet is ever moved by itself' },
  'embeddedWallets.extendedCalldataDecoding': {
    acts: 'frame-app/approval/ethereum/review/review-transactions.ts',
  },
  'embeddedWallets.transactionScanning.enabled': {
    acts: 'frame-app/approval/ethereum/review/review-typed-data.ts',
  },
  'embeddedWallets.transactionScanning.domain': { acts: 'frame-app/approval/scan/scan-domain.ts' },
  'mfa.noPromptOnMfaRequired': { acts: 'frame-app/kernel/wallet-operations.ts' },
  'passkeys.shouldUnlinkOnUnenrollMfa': { acts: 'frame-app/mfa-enrollment/remove-factor.tsx' },
  'passkeys.shouldUnenrollMfaOnUnlink': { acts: 'frame-app/linked-accounts/remove-screen.tsx' },
  'passkeys.registration.hints': { acts: 'frame-app/login/passkey/start-flow.ts' },
  'fundingMethodConfig.moonpay.useSandbox': { acts: 'frame-app/funding/purchase/moonpay.ts' },
  'fundingMethodConfig.moonpay.paymentMethod': { acts: 'frame-app/funding/purchase/moonpay.ts' },
  'fundingMethodConfig.moonpay.uiConfig.accentColor': {
    acts: 'frame-app/funding/purchase/moonpay.ts',
  },
  'fundingMethodConfig.moonpay.uiConfig.theme': { acts: 'frame-app/funding/purchase/moonpay.ts' },
  'solana.rpcs': { acts: 'frame-app/config/solana.ts' },
  'customAuth.enabled': { acts: 'host-sdk/follow-site.ts' },
  'sessions.cookieWriteBehavior': { isSoAnyway: 'the wallet writes no cookie' },
  plugins: { warns: ['a plugin'] },
  headless: { warns: true },
  globalDisablePasskeys: { acts: 'frame-app/config/effective.ts' },
  '_render.standalone': { warns: true },
}

const OAUTH = { acts: 'shared/login/oauth.ts' } as const
/** The same of the app's config on the server. */
const SERVER: Readonly<Record<string, Fate>> = {
  id: { acts: 'frame-app/kernel/hello.ts' },
  name: { acts: 'frame-app/kernel/hello.ts' },
  legal_name: { warns: 'Shop Ltd' },
  logo_url: { acts: 'frame-app/config/appearance.ts' },
  icon_url: { acts: 'frame-app/kernel/hello.ts' },
  theme: { acts: 'frame-app/config/appearance.ts' },
  accent_color: { acts: 'frame-app/config/appearance.ts' },
  show_wallet_login_first: { acts: 'frame-app/config/effective.ts' },
  custom_api_url: { warns: 'https://api.shop.example' },
  allowed_domains: { acts: 'frame-app/kernel/main.ts' },
  allowed_native_app_ids: { warns: ['app'] },
  allowed_native_app_url_schemes: { warns: ['shop'] },
  email_auth: { acts: 'shared/login/email.ts' },
  sms_auth: { acts: 'shared/login/sms.ts' },
  passkey_auth: { acts: 'shared/login/passkey.ts' },
  guest_auth: { acts: 'shared/login/guest.ts' },
  custom_jwt_auth: { acts: 'shared/login/custom-jwt.ts' },
  custom_jwt_subject_claim: { acts: 'frame-app/login/custom-jwt/follow-site.ts' },
  disable_plus_emails: { acts: 'auth-server/entry/plus-emails.ts' },
  merge_accounts_by_email: { acts: 'auth-server/identity/complete-login.ts' },
  whatsapp_enabled: { acts: 'auth-server/login/sms/routes.ts' },
  passkeys_for_signup_enabled: { acts: 'frame-app/login/passkey/card.tsx' },
  wallet_auth: { acts: 'shared/login/siwe.ts' },
  solana_wallet_auth: { acts: 'shared/login/siws.ts' },
  farcaster_auth: { acts: 'shared/login/farcaster.ts' },
  telegram_auth: { acts: 'shared/login/telegram.ts' },
  telegram_oauth: OAUTH,
  google_oauth: OAUTH,
  twitter_oauth: OAUTH,
  discord_oauth: OAUTH,
  github_oauth: OAUTH,
  spotify_oauth: OAUTH,
  instagram_oauth: OAUTH,
  tiktok_oauth: OAUTH,
  line_oauth: OAUTH,
  twitch_oauth: OAUTH,
  linkedin_oauth: OAUTH,
  apple_oauth: OAUTH,
  custom_oauth_providers: { acts: 'shared/login/oauth.ts' },
  twitter_oauth_on_mobile_enabled: { acts: 'shared/login/oauth.ts' },
  telegram_auth_config: { acts: 'shared/login/telegram.ts' },
  external_wallets_for_signup_enabled: { acts: 'auth-server/wallet-sign-in/wallet-routes.ts' },
  farcaster_link_wallets_enabled: { warns: true },
  max_linked_wallets_per_user: { acts: 'auth-server/identity/link-account.ts' },
  wallet_connect_cloud_project_id: { acts: 'shared/config/wallet-connect.ts' },
  wallet_connect_relay_url: { acts: 'shared/config/wallet-connect.ts' },
  captcha_enabled: { acts: 'frame-app/captcha/captcha.ts' },
  enabled_captcha_provider: { acts: 'shared/captcha/provider.ts' },
  captcha_site_key: { acts: 'auth-server/captcha/widget-routes.ts' },
  allowlist_config: { acts: 'frame-app/config/effective.ts' },
  text_localization: { acts: 'frame-app/config/effective.ts' },
  allowlist_enabled: { acts: 'auth-server/entry/allowlist.ts' },
  terms_and_conditions_url: { acts: 'frame-app/config/appearance.ts' },
  privacy_policy_url: { acts: 'frame-app/config/appearance.ts' },
  require_users_accept_terms: { acts: 'frame-app/config/effective.ts' },
  embedded_wallet_config: { acts: 'frame-app/config/embedded-wallets.ts' },
  chains: { acts: 'frame-app/config/effective.ts' },
  solana_rpcs: { acts: 'frame-app/config/solana.ts' },
  enforce_wallet_uis: { acts: 'frame-app/config/embedded-wallets.ts' },
  approval_surface: { acts: 'frame-app/approval/message/surface.ts' },
  legacy_wallet_ui_config: { warns: true },
  mfa_methods: { acts: 'frame-app/mfa-enrollment/enrollment-card.tsx' },
  fiat_on_ramp_enabled: { acts: 'shared/funding/options.ts' },
  funding_config: { acts: 'shared/funding/options.ts' },
  data_classification: { isSoAnyway: 'there is one value' },
  verification_key: { isSoAnyway: 'it is for sites’ backends, which verify tokens with it' },
}

/** Paths of the options that a schema of objects has; what is optional is looked into, lists and other values are not. */
function pathsOf(schema: unknown, at = ''): string[] {
  const { def } = (schema as { _zod: { def: { type: string; innerType?: unknown; shape?: object } } })._zod
  if (def.innerType) return pathsOf(def.innerType, at)
  // An object that takes any key is one value, such as a chain.
  if (
    def.type !== 'object' ||
    !def.shape ||
    Reflect.get(def, 'catchall') ||
    Object.keys(def.shape).length === 0
  )
    return [at]
  return Object.entries(def.shape).flatMap(([key, inner]) => pathsOf(inner, at ? `${at}.${key}` : key))
}
const nest = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object
const server = (own: object = {}): AppConfig =>
  appConfig.parse({
    id: 'app_test',
    name: 'Shop',
    data_classification: 'public',
    verification_key: '',
    ...own,
  })
const warningsOf = (own: object, page: object) =>
  effectiveConfig(server(own), page).warnings.map(({ message }) => message)

const lists = [
  [
    'config.',
    pathsOf(hostOptions),
    PAGE,
    (path: string, value: unknown) => warningsOf({}, nest(path, value)),
  ],
  [
    'The app’s config, ',
    Object.keys(appConfig.shape),
    SERVER,
    (path: string, value: unknown) => warningsOf({ [path]: value }, {}),
  ],
] as const
describe.each(lists)('each option of %s', (prefix, paths, fates, warn) => {
  it('acts, or warns when it is set, or is so anyway', () => {
    expect([...paths].sort()).toEqual(Object.keys(fates).sort())
  })

  it.each(
    Object.entries(fates).flatMap(([path, fate]) => ('acts' in fate ? [[path, fate.acts] as const] : [])),
  )('%s acts in %s', (path, file) => {
    // Of a provider's switch the name is put together.
    const name = (path.split('.').at(-1) ?? path).replace(/_oauth$/, '')
    expect(readFileSync(new URL(file, ROOT), 'utf8').includes(name)).toBe(true)
  })

  it.each(
    Object.entries(fates).flatMap(([path, fate]) => ('warns' in fate ? [[path, fate.warns] as const] : [])),
  )('%s of %j has one sentence', (path, value) => {
    const [message, ...more] = warn(path, value)
    expect(more).toEqual([])
    const [named] = message?.split(': ') ?? []
    expect(`${prefix}${path}`.startsWith(named ?? 'no warning')).toBe(true)
    expect(message).toMatch(/: (has no effect in this version\.|this app’s server config )/)
  })
})

it('nothing is said of an app and a page that ask for nothing', () => {
  expect(warningsOf({}, {})).toEqual([])
  const asked = {
    externalWallets: { disableAllExternalWallets: true, walletConnect: { enabled: false } },
    plugins: [],
  }
  expect(warningsOf({}, asked)).toEqual([])
})
