import { enabledWays } from '@vitrine/shared/account/login-facts.ts'
import { WALLET_LIST_ENTRIES } from '@vitrine/shared/config/wallet-list.ts'
import type { LoginConfig, LoginGroup } from '@vitrine/shared/login/define.ts'
import { entryOf, LOGIN_METHODS, loginName, readWay, type Way } from '@vitrine/shared/login/registry.ts'

/** Names of `loginMethods` (contract §4.3): of the ways of this version. Two ways may share one. */

/** Names that the server turns on, in the landing's order. */
export const serverNames = (app: LoginConfig): readonly string[] => [
  ...new Set(enabledWays(app).map(loginName)),
]

/** The ways that the app has under a name. */
export const waysNamed = (name: string, app: LoginConfig): readonly Way[] =>
  enabledWays(app).filter(way => loginName(way) === name)

/** One name for what goes by one switch: wallets of the wallet list are `wallet`. */
export const nameOf = (option: string): string =>
  WALLET_LIST_ENTRIES.some(entry => entry === option) ? 'wallet' : option

export function groupOf(name: string): LoginGroup {
  const method = readWay(name)?.method ?? LOGIN_METHODS.find(it => entryOf(it).loginName === name)
  return (method && entryOf(method).landing) ?? 'other'
}
