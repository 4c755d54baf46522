import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { WALLET_LIST_ENTRIES } from '@vitrine/shared/config/wallet-list.ts'
import { LOGIN_METHODS, type LoginMethod } from '@vitrine/shared/login/registry.ts'

/** Wallets stand apart from what needs none (`loginGroupPriority`, contract §4.2). */
export type LoginGroup = 'direct' | 'wallet' | 'other'

interface LoginName {
  /** The name in `loginMethods` (contract §4.3). */
  readonly name: string
  readonly flags: readonly (keyof AppConfig)[]
  /** Slugs of the methods behind the name, whether this version has them or not. */
  readonly slugs: readonly string[]
  /** `direct`: e-mail, SMS and social, without which a wallet login comes first (specification §5). */
  readonly group: LoginGroup
}

const social = (name: string): LoginName => ({
  name,
  flags: [`${name}_oauth` as keyof AppConfig],
  slugs: ['oauth'],
  group: 'direct',
})

/** In the order of a landing that names no order of its own. */
const LOGIN_NAMES: readonly LoginName[] = [
  { name: 'email', flags: ['email_auth'], slugs: ['email'], group: 'direct' },
  { name: 'sms', flags: ['sms_auth'], slugs: ['sms'], group: 'direct' },
  ...['google', 'apple', 'twitter', 'discord', 'github', 'linkedin'].map(social),
  ...['spotify', 'instagram', 'tiktok', 'line', 'twitch'].map(social),
  { name: 'passkey', flags: ['passkey_auth'], slugs: ['passkey'], group: 'other' },
  { name: 'farcaster', flags: ['farcaster_auth'], slugs: ['farcaster'], group: 'other' },
  { name: 'telegram', flags: ['telegram_auth', 'telegram_oauth'], slugs: ['telegram'], group: 'other' },
  { name: 'wallet', flags: ['wallet_auth', 'solana_wallet_auth'], slugs: ['siwe', 'siws'], group: 'wallet' },
  { name: 'guest', flags: ['guest_auth'], slugs: ['guest'], group: 'other' },
  { name: 'custom-jwt', flags: ['custom_jwt_auth'], slugs: ['custom-jwt'], group: 'other' },
]

const walletEntries: readonly string[] = WALLET_LIST_ENTRIES
const built: readonly string[] = LOGIN_METHODS

const find = (name: string) =>
  LOGIN_NAMES.find(it => it.name === (walletEntries.includes(name) ? 'wallet' : name))

/** Names that the server turns on, in the landing's order. */
export function serverNames(app: AppConfig): readonly string[] {
  const custom = app.custom_oauth_providers.flatMap(it => (it.enabled ? it.provider : []))
  return [...LOGIN_NAMES.flatMap(it => (it.flags.some(flag => app[flag] === true) ? it.name : [])), ...custom]
}

/** Wallets of the wallet list go by the one switch for wallets. */
export const nameOf = (option: string): string => find(option)?.name ?? option

/** Methods of this version behind a name; none for what is not built, or no method at all. */
export const methodsOf = (name: string): readonly LoginMethod[] =>
  LOGIN_METHODS.filter(slug => find(name)?.slugs.includes(slug))

export const isBuilt = (name: string): boolean =>
  find(name)?.slugs.some(slug => built.includes(slug)) ?? false

/** A name that this product knows, in this version or a later one. */
export const isLoginName = (name: string): boolean => find(name) !== undefined || name.startsWith('custom:')

export const groupOf = (name: string): LoginGroup =>
  find(name)?.group ?? (name.startsWith('custom:') ? 'direct' : 'other')
