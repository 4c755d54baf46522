import * as z from 'zod/mini'
import type { Flag, LoginConfig, LoginMethodEntry, WayOf } from './define.ts'

const text = z.string()
const orNull = z._default(z.nullable(text), null)
const optional = z.optional(text)

/** The account of a provider (contract §3). OpenID Connect Core §2: a subject has at most 255 characters. */
const accountOf = <const Provider extends string, const Type extends string, Fields>(
  provider: Provider,
  type: Type,
  fields: Fields,
) =>
  ({
    type,
    provider,
    perUser: 'one',
    fields: { subject: text, ...fields },
    subject: 'subject',
    reference: { maxLength: 255 },
  }) as const

const social = <const Provider extends string, Fields>(provider: Provider, fields: Fields) => ({
  ...accountOf(provider, `${provider}_oauth`, fields),
  shortcut: provider,
})

const username = { username: orNull }
const email = { email: orNull }
const name = { name: orNull }
const picture = { profile_picture_url: orNull }

/** In the order of a landing that names none. The last one stands for every provider of an app's own. */
const ACCOUNTS = [
  social('google', { email: text, ...name }),
  social('apple', email),
  social('twitter', { ...username, ...name, ...picture }),
  social('discord', { ...username, ...email }),
  social('github', { ...username, ...name, ...email }),
  social('linkedin', { name: optional, ...email, vanity_name: optional }),
  social('spotify', { ...email, ...name }),
  social('instagram', username),
  social('tiktok', { ...username, ...name }),
  social('line', { ...name, ...email, ...picture }),
  social('twitch', username),
  accountOf('telegram_oauth', 'telegram_oauth', { ...username, ...name, ...picture }),
  accountOf('custom:', 'custom:', {
    name: optional,
    username: optional,
    email: optional,
    profile_picture_url: optional,
  }),
] as const

/** What people call a provider; these names are the same in every language. */
export const PROVIDER_NAMES = {
  google: 'Google',
  apple: 'Apple',
  twitter: 'X',
  discord: 'Discord',
  github: 'GitHub',
  linkedin: 'LinkedIn',
  spotify: 'Spotify',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  line: 'LINE',
  twitch: 'Twitch',
  telegram_oauth: 'Telegram',
} as const
export type KnownProvider = keyof typeof PROVIDER_NAMES
export const isKnownProvider = (name = ''): name is KnownProvider => Object.hasOwn(PROVIDER_NAMES, name)

const KNOWN = Object.keys(PROVIDER_NAMES) as KnownProvider[]
const flagOf = (provider: KnownProvider): Flag =>
  provider === 'telegram_oauth' ? provider : `${provider}_oauth`

/**
 * Login at another company by OAuth 2.0 or OpenID Connect (contract §2.5): a way for each company that the app turns on, and
 * for each provider of its own (`custom_oauth_providers`).
 */
export const oauth = {
  method: 'oauth',
  ways: (app: LoginConfig): readonly WayOf<'oauth'>[] =>
    [
      ...KNOWN.filter(provider => app[flagOf(provider)]),
      ...app.custom_oauth_providers.flatMap(it => (it.enabled ? it.provider : [])),
    ].map(provider => ({ method: 'oauth', provider })),
  isProvider: name => isKnownProvider(name) || /^custom:[\w-]{1,64}$/.test(name),
  loginName: 'oauth',
  resultNames: [...KNOWN, 'custom:'] as const satisfies readonly string[],
  landing: 'direct',
  accounts: ACCOUNTS,
  isLinkable: true,
  address: null,
  path: '/oauth',
  transferBody: (subject, provider) => ({ provider, userInfo: { subject } }),
  proofs: { grant: { login: '/authenticate', link: ['/link'] } },
  spoken: provider => `with ${isKnownProvider(provider) ? PROVIDER_NAMES[provider] : 'this provider'}`,
  brand: provider => (isKnownProvider(provider) ? PROVIDER_NAMES[provider] : undefined),
  hasWindow: true,
  suits: (provider, { isPhone, isInApp, allowsInApp, app }) =>
    (!isInApp || allowsInApp) && (provider !== 'twitter' || !isPhone || app.twitter_oauth_on_mobile_enabled),
} as const satisfies LoginMethodEntry
