import { isKnownProvider, type KnownProvider } from '@vitrine/shared/login/oauth.ts'
import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { instagram } from './instagram.ts'
import { line } from './line.ts'
import { linkedin } from './linkedin.ts'
import { type OauthProvider, standardProfile } from './provider.ts'
import { spotify } from './spotify.ts'
import { telegramOauth } from './telegram-oauth.ts'
import { tiktok } from './tiktok.ts'
import { twitch } from './twitch.ts'
import { twitter } from './twitter.ts'

/** Every provider that is known by name; a forgotten one does not compile. */
const PROVIDERS: { readonly [Name in KnownProvider]: OauthProvider } = {
  google,
  apple,
  twitter,
  discord,
  github,
  linkedin,
  spotify,
  instagram,
  tiktok,
  line,
  twitch,
  telegram_oauth: telegramOauth,
}

/** A provider of an app's own: OpenID Connect, with nothing of its own. */
const CUSTOM: Omit<OauthProvider, 'endpoints' | 'console'> = { read: standardProfile }

/** In what a provider differs from the standards. */
export const providerOf = (name: string): Omit<OauthProvider, 'endpoints' | 'console'> =>
  isKnownProvider(name) ? PROVIDERS[name] : CUSTOM

/** Where a provider is; `null` for one of an app's own, whose operator says so. */
export const whereabouts = (name: string): Pick<OauthProvider, 'endpoints' | 'console'> | null =>
  isKnownProvider(name) ? PROVIDERS[name] : null
