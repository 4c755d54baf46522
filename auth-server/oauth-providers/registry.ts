import { isKnownProvider, type KnownProvider } from '@vitrine/shared/login/oauth.ts'
import { apple } from './apple.ts'
import type { ClientSettings } from './client-settings.ts'
import { discord } from './discord.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { instagram } from './instagram.ts'
import { line } from './line.ts'
import { linkedin } from './linkedin.ts'
import { type OauthProvider, type Profile, type ProviderWords, standardProfile } from './provider.ts'
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

/**
 * Who came back from a provider. An address that it calls verified counts as that where it runs the mailbox, or the operator says so:
 * else whoever once had a mailbox, or a provider that asks little, would say who somebody is here.
 * @throws TypeError for words that name nobody
 */
export function profileOf(name: string, words: ProviderWords, settings: ClientSettings): Profile {
  const { read, runsMailboxesOf } = providerOf(name)
  const profile = read(words, settings)
  const domain = profile.email?.slice(profile.email.lastIndexOf('@') + 1).toLowerCase() ?? ''
  const counts = settings.trust_email_verified === true || runsMailboxesOf?.(domain, words) === true
  return { ...profile, isEmailVerified: profile.isEmailVerified === true && counts }
}

/** Where a provider is; `null` for one of an app's own, whose operator says so. */
export const whereabouts = (name: string): Pick<OauthProvider, 'endpoints' | 'console'> | null =>
  isKnownProvider(name) ? PROVIDERS[name] : null
