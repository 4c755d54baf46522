import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { entryOf, type Way, wayName } from '@vitrine/shared/login/registry.ts'

export interface Provider {
  /** The way's name, e.g. `google` or `custom:acme`. */
  readonly id: string
  /** As people know it. */
  readonly name: string
  /** As its window says who asks, e.g. `Telegram (@shop_bot)`. */
  readonly windowName: string
  /** Of an app's own; `null`: ours to draw. */
  readonly icon: string | null
}

/** Whom a way leads to. */
export function providerOf(
  way: Way,
  app: Pick<AppConfig, 'custom_oauth_providers' | 'telegram_auth_config'>,
): Provider {
  const id = wayName(way)
  const name = entryOf(way.method).brand?.(way.provider)
  if (name !== undefined) {
    return { id, name, windowName: entryOf(way.method).windowName?.(app) ?? name, icon: null }
  }
  const own = app.custom_oauth_providers.find(it => it.provider === id)
  // Only an account of a provider that the app has had before is without an entry.
  const ownName = own?.provider_display_name ?? id.slice(id.indexOf(':') + 1)
  return {
    id,
    name: ownName,
    windowName: ownName,
    icon: own?.provider_icon_url ?? null,
  }
}

/** Providers that let nobody log in within another app's browser, whatever the site would have. */
export const refusesInApp = ({ id }: Pick<Provider, 'id'>): boolean => id === 'google'
