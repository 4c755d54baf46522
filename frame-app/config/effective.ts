import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { NO_LOGIN_METHOD } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { LOGIN_METHODS, type LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Appearance } from '../kernel/ports.ts'
import { isUsableTheme } from './color-scheme.ts'
import { checkHostOptions } from './host-options-check.ts'

/** Specification §9. */
const LOGIN_MESSAGE_LIMIT = 100
/** Specification §2. */
const DEFAULT_LANDING_HEADER = 'Log in or sign up'

export type CreateOnLogin = 'users-without-wallets' | 'all-users' | 'off'

/** What the frame acts on: host value if given, else server value, else default (contract §4.2). */
export interface EffectiveConfig {
  readonly appearance: Appearance
  /** What the host asks for among what the server enables: the server stays the authority. */
  readonly loginMethods: readonly LoginMethod[]
  readonly createOnLogin: CreateOnLogin
}

export interface EffectiveConfigResult {
  readonly config: EffectiveConfig
  readonly warnings: readonly string[]
}

const SERVER_FLAG: Record<LoginMethod, (app: AppConfig) => boolean> = { email: app => app.email_auth }

/**
 * Merges the app's server config with the options of the page.
 * @param options what the page gave, unchecked
 */
export function effectiveConfig(app: AppConfig, options: unknown): EffectiveConfigResult {
  const checked = checkHostOptions(options)
  const { appearance = {}, legal = {}, embeddedWallets = {} } = checked.options
  const methods = mergeLoginMethods(app, checked.options.loginMethods)
  const theme = mergeTheme(app, appearance.theme)
  const message = cutMessage(appearance.loginMessage)
  const server = app.embedded_wallet_config
  return {
    config: {
      appearance: {
        theme: theme.value,
        accentColor: appearance.accentColor ?? app.accent_color,
        logo: appearance.logo ?? app.logo_url,
        landingHeader: appearance.landingHeader ?? DEFAULT_LANDING_HEADER,
        loginMessage: message.value,
        // `null` is a host's way to take the server's link away.
        termsUrl:
          legal.termsAndConditionsUrl === undefined
            ? app.terms_and_conditions_url
            : legal.termsAndConditionsUrl,
        privacyUrl: legal.privacyPolicyUrl === undefined ? app.privacy_policy_url : legal.privacyPolicyUrl,
      },
      loginMethods: methods.value,
      // The setting of the chain decides; the older one for all chains counts where the chain has none.
      createOnLogin:
        embeddedWallets.ethereum?.createOnLogin ??
        (server.ethereum.create_on_login === 'off'
          ? server.create_on_login
          : server.ethereum.create_on_login),
    },
    warnings: [...checked.warnings, ...methods.warnings, ...theme.warnings, ...message.warnings],
  }
}

/**
 * Narrows login methods for one call of `login`.
 * @throws VitrineError `configuration_error` when none is left
 */
export function chooseLoginMethods(
  enabled: readonly LoginMethod[],
  asked: readonly string[] | undefined,
): readonly LoginMethod[] {
  const chosen = asked === undefined ? enabled : enabled.filter(method => asked.includes(method))
  if (chosen.length === 0) throw clientError('configuration_error', NO_LOGIN_METHOD)
  return chosen
}

function mergeLoginMethods(app: AppConfig, asked: readonly string[] | undefined) {
  const enabled = LOGIN_METHODS.filter(method => SERVER_FLAG[method](app))
  if (asked === undefined) return { value: enabled, warnings: [] }
  const known: readonly string[] = enabled
  const warnings = [...new Set(asked)]
    .filter(method => !known.includes(method))
    .map(method => `config.loginMethods: "${method.slice(0, 40)}" is not enabled for this app.`)
  if (new Set(asked).size < asked.length) warnings.push('config.loginMethods: a method stands there twice.')
  return { value: enabled.filter(method => asked.includes(method)), warnings }
}

function mergeTheme(app: AppConfig, asked: string | undefined) {
  if (asked === undefined || isUsableTheme(asked)) return { value: asked ?? app.theme, warnings: [] }
  return {
    value: app.theme,
    warnings: ['config.appearance.theme: a background needs a luminance below 20 % or above 80 %.'],
  }
}

function cutMessage(message: string | undefined) {
  // By code points: half of a surrogate pair is not a character.
  const characters = [...(message ?? '')]
  if (characters.length <= LOGIN_MESSAGE_LIMIT) return { value: message ?? null, warnings: [] }
  return {
    value: characters.slice(0, LOGIN_MESSAGE_LIMIT).join(''),
    warnings: [`config.appearance.loginMessage: cut to ${LOGIN_MESSAGE_LIMIT} characters.`],
  }
}
