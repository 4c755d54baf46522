import type { Flag, LoginConfig, LoginGroup } from '../login/define.ts'
import { WALLET_LIST_ENTRIES } from './wallet-list.ts'

/** A name of contract §4.3 that this version has no login method for. */
interface NameNotBuilt {
  readonly name: string
  readonly flags: readonly Flag[]
  readonly group: LoginGroup
  /** Names that go by the same switch. */
  readonly aliases?: readonly string[]
}

/** A name moves from here to the entry of its method when that is built. */
const NOT_BUILT: readonly NameNotBuilt[] = [
  {
    name: 'wallet',
    flags: ['wallet_auth', 'solana_wallet_auth'],
    group: 'wallet',
    aliases: WALLET_LIST_ENTRIES,
  },
]

/** Names without a method that the app's config turns on. */
export const enabledButNotBuilt = (app: LoginConfig): readonly string[] =>
  NOT_BUILT.flatMap(({ name, flags }) => (flags.some(flag => app[flag]) ? name : []))

/** What stands under a name that this version has no method for, or under another name for it; else `null`. */
export function findNotBuilt(name: string): Pick<NameNotBuilt, 'name' | 'group'> | null {
  return NOT_BUILT.find(it => it.name === name || it.aliases?.includes(name)) ?? null
}
