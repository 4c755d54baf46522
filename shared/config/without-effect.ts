import type { AppConfig, EditableAppConfig } from './app-config.ts'

/** As the operator edits it and as the frame has it. */
type Config = Pick<AppConfig, keyof AppConfig & keyof EditableAppConfig>

/** What an app's config asks for, by its field, where this version does something else. */
const asked = (app: Config): Readonly<Record<string, unknown>> => ({
  legacy_wallet_ui_config: app.legacy_wallet_ui_config,
  custom_api_url: app.custom_api_url,
  legal_name: app.legal_name,
  allowed_native_app_ids: app.allowed_native_app_ids.length,
  allowed_native_app_url_schemes: app.allowed_native_app_url_schemes.length,
  farcaster_link_wallets_enabled: app.farcaster_link_wallets_enabled,
})

/**
 * Fields of an app's config that ask for something that this version does not do: the page has a warning of each, and the
 * operator a note.
 * @returns a field's path each; of a list with the entry
 */
export function serverOptionsWithoutEffect(app: Config): readonly string[] {
  return Object.entries(asked(app)).flatMap(([field, value]) => (value ? [field] : []))
}
