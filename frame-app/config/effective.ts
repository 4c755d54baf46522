import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { HostOptions } from '@vitrine/shared/config/host-options.ts'
import { NO_LOGIN_METHOD } from '@vitrine/shared/errors/messages.ts'
import { entryOf, type Way, wayName } from '@vitrine/shared/login/registry.ts'
import type { SolanaCluster } from '../chains/solana/ports.ts'
import { type Appearance, mergeAppearance } from './appearance.ts'
import { type Chains, mergeChains } from './chains.ts'
import { type EmbeddedWallets, mergeEmbeddedWallets } from './embedded-wallets.ts'
import { byGroup, groupPriority, type LoginGroupPriority } from './group-priority.ts'
import { checkHostOptions } from './host-options-check.ts'
import { mergeLoginMethods } from './login-methods.ts'
import { chainsToLogIn, nameOf, rowsNamed, serverNames, suitsChains, walletEntryOf } from './login-names.ts'
import { type LoginOrder, PRIMARY_LIMIT } from './login-order.ts'
import { mergeRedirectUrl } from './redirect-url.ts'
import { mergeSolana } from './solana.ts'
import { mergeWalletList, type WalletChainType } from './wallet-list.ts'
import { ConfigError, type ConfigWarning } from './warning.ts'
import { withoutEffect } from './without-effect.ts'

export { explainUnknown } from './explain-unknown.ts'

/** Who is let in, and what a person who is not reads (contract §4.2 `allowlistConfig`). */
export interface AllowlistConfig {
  readonly errorTitle: string | null
  readonly errorDetail: string | null
  readonly errorCtaText: string | null
  readonly errorCtaLink: string | null
}

/** What the frame acts on: host value if given, else server value, else default (contract §4.2). */
export interface EffectiveConfig {
  readonly appearance: Appearance
  /** In the landing's order; the server stays the authority over which there are. */
  readonly login: {
    readonly primary: readonly Way[]
    readonly overflow: readonly Way[]
    readonly groupPriority: LoginGroupPriority
  }
  readonly walletList: ReturnType<typeof mergeWalletList>
  readonly walletChainType: WalletChainType
  readonly chains: Chains
  /** Solana's clusters, the default first; none in an app without Solana. */
  readonly solana: readonly SolanaCluster[]
  readonly intl: {
    readonly defaultCountry: string
    readonly textLocalization: Readonly<Record<string, string>>
    /** The operator's, who may reword more than the page. */
    readonly operatorTexts: Readonly<Record<string, string>>
  }
  readonly requireUsersAcceptTerms: boolean
  readonly allowlistConfig: AllowlistConfig
  readonly disablePlusEmails: boolean
  readonly whatsAppEnabled: boolean
  readonly passkeysForSignupEnabled: boolean
  readonly captcha: {
    readonly isEnabled: boolean
    readonly enabledProvider: AppConfig['enabled_captcha_provider']
    readonly siteKey: string | null
  }
  readonly embeddedWallets: EmbeddedWallets
  readonly walletConnectCloudProjectId: string | null
  readonly customOAuthRedirectUrl: string | null
  readonly allowOAuthInEmbeddedBrowsers: boolean
  readonly externalWallets: {
    readonly isDisabled: boolean
    readonly isWalletConnectEnabled: boolean
    readonly signatureRequestTimeouts: Readonly<Record<string, number>>
  }
  readonly mfa: { readonly methods: AppConfig['mfa_methods']; readonly noPromptOnMfaRequired: boolean }
  readonly passkeys: {
    readonly shouldUnlinkOnUnenrollMfa: boolean
    readonly shouldUnenrollMfaOnUnlink: boolean
    /** For what kind of authenticator a new passkey is (WebAuthn level 3, `PublicKeyCredentialHint`). */
    readonly hints: ('security-key' | 'client-device' | 'hybrid')[]
  }
  readonly funding: AppConfig['funding_config'] | null
  readonly fundingMethodConfig: NonNullable<HostOptions['fundingMethodConfig']>
}

export type EffectiveConfigResult =
  | {
      readonly ok: true
      readonly config: EffectiveConfig
      /** The server's config, less what the page has turned off for good. */
      readonly app: AppConfig
      readonly warnings: readonly ConfigWarning[]
    }
  /** `message` is the rule's own sentence. */
  | { readonly ok: false; readonly message: string; readonly warnings: readonly ConfigWarning[] }

/**
 * Merges the app's server config with the options of the page.
 * @param options what the page gave, unchecked
 */
export function effectiveConfig(server: AppConfig, options: unknown): EffectiveConfigResult {
  const { options: host, warnings: checked } = checkHostOptions(options)
  const app = host.globalDisablePasskeys ? { ...server, passkey_auth: false } : server
  const methods = mergeLoginMethods(serverNames(app), host)
  const appearance = mergeAppearance(app, host)
  const wallets = mergeEmbeddedWallets(app, host.embeddedWallets ?? {})
  const solana = mergeSolana(app, host)
  const redirect = mergeRedirectUrl(app.allowed_domains, host.customOAuthRedirectUrl)
  const warnings = [
    ...checked,
    ...withoutEffect(app, host),
    ...methods.warnings,
    ...appearance.warnings,
    ...wallets.warnings,
    ...solana.warnings,
    ...redirect.warnings,
  ]
  const walletChainType = host.appearance?.walletChainType ?? defaultChainType(app)
  try {
    const chains = mergeChains(app.chains, host.supportedChains, host.defaultChain)
    return {
      ok: true,
      app,
      warnings: [...warnings, ...chains.warnings],
      config: {
        ...rest(app, host),
        appearance: appearance.value,
        embeddedWallets: wallets.value,
        login: landing(app, host, withoutDisabled(methods.value, host), walletChainType),
        walletChainType,
        walletList: walletListOf(host),
        chains: chains.value,
        solana: solana.value,
        customOAuthRedirectUrl: redirect.value,
      },
    }
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, message: error.message, warnings }
    throw error
  }
}

/** @throws ConfigError when no method is left (specification §5) */
function landing(
  app: AppConfig,
  host: HostOptions,
  { primary, overflow }: LoginOrder,
  walletChainType: WalletChainType,
): EffectiveConfig['login'] {
  const chains = chainsToLogIn(app, walletChainType)
  const names = [...primary, ...overflow].filter(
    name => nameOf(name) !== WALLET || rowsNamed(name, app).some(way => suitsChains(way, chains)),
  )
  if (names.length === 0 || host.loginMethodsAndOrder?.primary.length === 0)
    throw new ConfigError(NO_LOGIN_METHOD)
  const priority = groupPriority(names, host.appearance?.showWalletLoginFirst ?? app.show_wallet_login_first)
  const ways = (list: readonly string[]) => once(list.flatMap(name => rowsNamed(name, app))).filter(hasRow)
  if (host.loginMethodsAndOrder) {
    const first = ways(primary)
    return {
      primary: first,
      overflow: once([...first, ...ways(overflow)]).slice(first.length),
      groupPriority: priority,
    }
  }
  const inOrder = ways(byGroup(primary, priority))
  return {
    primary: inOrder.slice(0, PRIMARY_LIMIT),
    overflow: inOrder.slice(PRIMARY_LIMIT),
    groupPriority: priority,
  }
}

const WALLET = 'wallet'

/** The methods without wallets, where the site shows none of other companies. */
function withoutDisabled({ primary, overflow }: LoginOrder, host: HostOptions): LoginOrder {
  if (!host.externalWallets?.disableAllExternalWallets) return { primary, overflow }
  const isOther = (name: string) => nameOf(name) !== WALLET
  return { primary: primary.filter(isOther), overflow: overflow.filter(isOther) }
}

/** The list in the order of the landing where that names wallets (contract §4.3), else the site's or the default one. */
function walletListOf({ appearance, loginMethodsAndOrder: order }: HostOptions) {
  const named = [...(order?.primary ?? []), ...(order?.overflow ?? [])].flatMap(it => walletEntryOf(it) ?? [])
  return named.length > 0
    ? mergeWalletList(named, 'config.loginMethodsAndOrder')
    : mergeWalletList(appearance?.walletList)
}

/** Contract §4.3. An app that has wallets of Solana alone would else have none. */
const defaultChainType = (app: AppConfig): WalletChainType =>
  chainsToLogIn(app, 'ethereum-and-solana').join() === 'solana' ? 'solana-only' : 'ethereum-only'

/** What the site's own page does leaves a person nothing to choose. */
const hasRow = ({ method }: Way) => entryOf(method).landing !== null

/** Each way once, where it stands first. */
const once = (ways: readonly Way[]): readonly Way[] => [
  ...new Map(ways.map(way => [wayName(way), way])).values(),
]

/** The fields without a rule of their own. */
function rest(app: AppConfig, host: HostOptions) {
  return {
    intl: {
      defaultCountry: host.intl?.defaultCountry ?? 'US',
      textLocalization: host.intl?.textLocalization ?? {},
      operatorTexts: app.text_localization,
    },
    requireUsersAcceptTerms: app.require_users_accept_terms,
    allowlistConfig: {
      errorTitle: app.allowlist_config.error_title,
      errorDetail: app.allowlist_config.error_detail,
      errorCtaText: app.allowlist_config.cta_text,
      errorCtaLink: app.allowlist_config.cta_link,
    },
    disablePlusEmails: app.disable_plus_emails,
    whatsAppEnabled: app.whatsapp_enabled,
    passkeysForSignupEnabled: app.passkeys_for_signup_enabled,
    captcha: {
      isEnabled: app.captcha_enabled,
      enabledProvider: app.enabled_captcha_provider,
      siteKey: app.captcha_site_key ?? null,
    },
    walletConnectCloudProjectId:
      // The document lets the frame reach WalletConnect only where the server knows of it.
      app.wallet_connect_cloud_project_id &&
      (host.walletConnectCloudProjectId ?? app.wallet_connect_cloud_project_id),
    allowOAuthInEmbeddedBrowsers: host.allowOAuthInEmbeddedBrowsers ?? false,
    externalWallets: {
      isDisabled: host.externalWallets?.disableAllExternalWallets ?? false,
      isWalletConnectEnabled: host.externalWallets?.walletConnect?.enabled ?? true,
      signatureRequestTimeouts: host.externalWallets?.signatureRequestTimeouts ?? {},
    },
    mfa: { methods: app.mfa_methods, noPromptOnMfaRequired: host.mfa?.noPromptOnMfaRequired ?? false },
    passkeys: {
      shouldUnlinkOnUnenrollMfa: host.passkeys?.shouldUnlinkOnUnenrollMfa ?? true,
      shouldUnenrollMfaOnUnlink: host.passkeys?.shouldUnenrollMfaOnUnlink ?? true,
      hints: host.passkeys?.registration?.hints ?? [],
    },
    funding: app.funding_config ?? null,
    fundingMethodConfig: host.fundingMethodConfig ?? {},
  }
}
