import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { HostOptions } from '@vitrine/shared/config/host-options.ts'
import { isUsableTheme } from './color-scheme.ts'
import type { ConfigWarning, Ruled } from './warning.ts'

/** Specification §9. */
const LOGIN_MESSAGE_LIMIT = 100

/** The effective appearance: host option, else server value, else default. */
export interface Appearance {
  /** `dark`, `light`, or a custom background colour `#rrggbb`. */
  readonly theme: string
  readonly accentColor: string | null
  /** The page's, else the operator's logo, else the icon that the operator names, e.g. the site's favicon. */
  readonly logo: string | null
  readonly footerLogo: string | null
  /** `null`: the product's own, "Log in or sign up", in the person's language. */
  readonly landingHeader: string | null
  /** At most 100 characters. */
  readonly loginMessage: string | null
  /** Domain that codes are said to come from, on the code screen only. */
  readonly emailDomain: string | null
  /** Fields for an address or number wait behind a button of their own. */
  readonly hideDirectWeb2Inputs: boolean
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
}

export function mergeAppearance(
  app: AppConfig,
  { appearance: host = {}, legal = {} }: Pick<HostOptions, 'appearance' | 'legal'>,
): Ruled<Appearance> {
  const warnings: ConfigWarning[] = []
  const readable = (theme: string | undefined, at: string) => {
    if (theme === undefined || isUsableTheme(theme)) return theme
    warnings.push({
      rule: 'theme-readable',
      message: `${at}: a background needs a luminance below 20 % or above 80 %.`,
    })
  }
  const theme =
    readable(host.theme, 'config.appearance.theme') ?? readable(app.theme, 'The app’s config') ?? 'light'
  // By code points: half of a surrogate pair is not a character.
  const message = [...(host.loginMessage ?? '')]
  if (message.length > LOGIN_MESSAGE_LIMIT)
    warnings.push({
      rule: 'message-limit',
      message: `config.appearance.loginMessage: cut to ${LOGIN_MESSAGE_LIMIT} characters.`,
    })
  return {
    value: {
      theme,
      accentColor: host.accentColor ?? app.accent_color,
      logo: host.logo ?? app.logo_url ?? app.icon_url,
      footerLogo: host.footerLogo ?? null,
      landingHeader: host.landingHeader || null,
      loginMessage: message.slice(0, LOGIN_MESSAGE_LIMIT).join('') || null,
      emailDomain: host.emailDomain ?? null,
      hideDirectWeb2Inputs: host.hideDirectWeb2Inputs ?? false,
      // `null` is a host's way to take the server's link away.
      termsUrl:
        legal.termsAndConditionsUrl === undefined
          ? app.terms_and_conditions_url
          : legal.termsAndConditionsUrl,
      privacyUrl: legal.privacyPolicyUrl === undefined ? app.privacy_policy_url : legal.privacyPolicyUrl,
    },
    warnings,
  }
}
