import type { WalletListEntry } from '../config/wallet-list.ts'
import type { Entry, Opened } from './registry.ts'

/** The names by which pages know ways to log in, as types that follow the entries. */

type Provided = Extract<Entry, { readonly isProvider: unknown }>
/** A company, or `custom:<id>` for a provider of the app's own. */
export type ProviderName = Opened<Provided['resultNames'][number]>

type Single = Exclude<Entry, Provided>
/** What `loginMethods` takes (contract §4.3): methods, companies, and wallets that have a row of their own. */
export type LoginName = Single['loginName'] | ProviderName | WalletListEntry

type Linkable = Extract<Single, { readonly isLinkable: true } | { readonly isLinkedByPage: true }>
/** What `link` takes: a method's slug or a company. `wallet` is a wallet of either chain, as the page shows them. */
export type LinkName = Linkable['method'] | Linkable['loginName'] | ProviderName
