import { enabledWays } from '@vitrine/shared/account/login-facts.ts'
import { WALLET_LIST_ENTRIES, type WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import type { LoginConfig, LoginGroup } from '@vitrine/shared/login/define.ts'
import { entryOf, LOGIN_METHODS, loginName, readWay, type Way } from '@vitrine/shared/login/registry.ts'
import { chainsOf, fitsChains, type WalletChainType } from './wallet-list.ts'

/** Names of `loginMethods` (contract §4.3): of the ways of this version. Two ways may share one. */

/** Names that the server turns on, in the landing's order. */
export const serverNames = (app: LoginConfig): readonly string[] => [
  ...new Set(enabledWays(app).map(loginName)),
]

/**
 * The ways that the app has under a name, a row each. Wallets of both chains are one row, whichever method it goes by; a wallet that
 * is named has a row of its own.
 */
export function rowsNamed(option: string, app: LoginConfig): readonly Way[] {
  const ways = enabledWays(app).filter(way => loginName(way) === nameOf(option))
  const [first] = ways
  if (!first || chainOfWay(first) === null) return ways
  const entry = walletEntryOf(option)
  return [entry === null || entry.startsWith('detected_') ? first : { ...first, provider: entry }]
}

/** The entry of the wallet list that stands for a login of its own, or for all that are in the page; else `null`. */
export const walletEntryOf = (option: string | undefined): WalletListEntry | null =>
  WALLET_LIST_ENTRIES.find(entry => entry === option) ?? null

/** One name for what goes by one switch: wallets of the wallet list are `wallet`. */
export const nameOf = (option: string): string => (walletEntryOf(option) === null ? option : 'wallet')

export function groupOf(name: string): LoginGroup {
  const method = readWay(name)?.method ?? LOGIN_METHODS.find(it => entryOf(it).loginName === name)
  return (method && entryOf(method).landing) ?? 'other'
}

/** The chain whose wallets log in by a way; `null` for a login by something else. */
export function chainOfWay({ method }: Pick<Way, 'method'>): 'ethereum' | 'solana' | null {
  const [account] = entryOf(method).accounts
  return account && 'chainType' in account ? account.chainType : null
}

/** The chains whose wallets can log in: as the app's server has them on, of those that are shown. */
export function chainsToLogIn(app: LoginConfig, shown: WalletChainType): ReturnType<typeof chainsOf> {
  const enabled = enabledWays(app).map(chainOfWay)
  return chainsOf(shown).filter(chain => enabled.includes(chain))
}

/** Whether a way's wallets are of these chains; what is no wallet is of all. A wallet's own row names it in the place of a provider. */
export function suitsChains(way: Way, chains: ReturnType<typeof chainsOf>): boolean {
  if (chainOfWay(way) === null) return true
  const entry = walletEntryOf(way.provider)
  return entry === null ? chains.length > 0 : fitsChains(entry, chains)
}

/** Whether a way's wallets are shown; what is no wallet always is. */
export function isShown(way: Way, shown: WalletChainType): boolean {
  const chain = chainOfWay(way)
  return chain === null || chainsOf(shown).includes(chain)
}
