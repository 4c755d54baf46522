import type { WalletListEntry } from '../config/wallet-list.ts'
import { customJwt } from './custom-jwt.ts'
import {
  type AccountFacts,
  isListedAs,
  type LinkedAccountFacts,
  type LoginConfig,
  type LoginMethodEntry,
  type WayOf,
} from './define.ts'
import { email } from './email.ts'
import { farcaster } from './farcaster.ts'
import { guest } from './guest.ts'
import { oauth } from './oauth.ts'
import { passkey } from './passkey.ts'
import { siwe } from './siwe.ts'
import { siws } from './siws.ts'
import { sms } from './sms.ts'
import { telegram } from './telegram.ts'

/**
 * Login methods that exist, in the order of a landing that names none of its own. One slug everywhere:
 * `shared/login/<slug>.ts` (the entry) and `shared/api/login/<slug>.ts` (its calls), `frame-app/login/<slug>/`,
 * `auth-server/login/<slug>/`, `e2e/login/<slug>.spec.ts`. The registries of the others are
 * `satisfies Record<LoginMethod, …>`, so a forgotten line does not compile.
 */
const ENTRIES = [email, sms, oauth, passkey, farcaster, telegram, siwe, siws, guest, customJwt] as const
export type Entry = (typeof ENTRIES)[number]

export type LoginMethod = Entry['method']
export const LOGIN_METHODS: readonly LoginMethod[] = ENTRIES.map(({ method }) => method)

/**
 * What a person chooses: a method, and of a method with several ways the provider. The landing's rows, their order, "last
 * used", `login`, `link`, `update` and `unlink` speak of ways.
 */
export type Way = WayOf<LoginMethod>

/** An entry without the types of its own values. */
export interface MethodEntry extends LoginMethodEntry {
  readonly method: LoginMethod
  ways(app: LoginConfig): readonly Way[]
}
export const LOGIN_ENTRIES: readonly MethodEntry[] = ENTRIES

export function entryOf(method: LoginMethod): MethodEntry {
  const entry = LOGIN_ENTRIES.find(it => it.method === method)
  if (!entry) throw new TypeError(`There is no login method ${method}`)
  return entry
}

/** What `link` and "last used" know a way by; no two ways have one name. */
export const wayName = ({ method, provider }: Way): string => provider ?? method

/** @returns `null` for what is no way's name in this version, whether the app has it on or not */
export function readWay(name: string): Way | null {
  const entry = LOGIN_ENTRIES.find(it => (it.isProvider ? it.isProvider(name) : it.method === name))
  if (!entry) return null
  return entry.isProvider ? { method: entry.method, provider: name } : { method: entry.method }
}

/** The way's name in `loginMethods` (contract §4.3). Two ways may share one. */
export const loginName = ({ method, provider }: Way): string => provider ?? entryOf(method).loginName

/** A name with a colon at its end stands for all that begin with it. */
export type Opened<Name extends string> = Name extends `${string}:` ? `${Name}${string}` : Name
export type ResultName = Opened<Entry['resultNames'][number]>

type Provided = Extract<Entry, { readonly isProvider: unknown }>
/** A company, or `custom:<id>` for a provider of the app's own. */
export type ProviderName = Opened<Provided['resultNames'][number]>

type Single = Exclude<Entry, Provided>
/** What `loginMethods` takes (contract §4.3): methods, companies, and wallets that have a row of their own. */
export type LoginName = Single['loginName'] | ProviderName | WalletListEntry

type Linkable = Extract<Single, { readonly isLinkable: true } | { readonly isLinkedByPage: true }>
/** What `link` takes: a method's slug or a company. `wallet` is a wallet of either chain, as the page shows them. */
export type LinkName = Linkable['method'] | Linkable['loginName'] | ProviderName | typeof SMART_WALLET.name

export { SMART_WALLET_TYPES, SMART_WALLET_VERSION, type SmartWalletType } from './siwe.ts'
/** A contract that the user owns, by its name for `link`: the login whose wallets add it, and its account, which is no login. */
export const SMART_WALLET = { name: 'smart-wallet', method: siwe.method, account: siwe.accounts[1] } as const

/** Of every way (contract §12.5). */
export const isResultName = (name: string): name is ResultName =>
  LOGIN_ENTRIES.some(it => it.resultNames.some(listed => isListedAs(listed, name)))

/** The way's name in a login's result. */
export const resultName = ({ method, provider }: Way): ResultName =>
  (provider ?? entryOf(method).resultNames[0]) as ResultName

export const isLinked = (account: AccountFacts): account is LinkedAccountFacts => 'fields' in account
