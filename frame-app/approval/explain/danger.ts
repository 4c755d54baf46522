import * as z from 'zod/mini'
import type { WordKey } from '../../words/en.ts'
import type { Filling } from '../../words/say.ts'
import { tell } from './tell.ts'

/**
 * One thing that a person should know before approving. `red`: it gives the wallet away, or what is in it, or a login
 * elsewhere. `amber`: it was not checked, is not known, or is unusual.
 */
export const danger = z.object({
  level: z.enum(['amber', 'red']),
  /** One sentence. */
  text: z.string(),
  /** What the request then is called, in the place of its own headline; `null`, where it is amber: it keeps that. */
  headline: z.nullable(z.string()),
  /** Its place among all that is red, 0 the most severe; amber stands behind. */
  rank: z.number(),
})
export type Danger = z.infer<typeof danger>

type DangerKey = Exclude<Extract<WordKey, `danger.${string}` | `solana.danger.${string}`>, HeadKey>
type HeadKey = Extract<WordKey, `danger.head.${string}`>

/** All that is red, most severe first, each with the headline that says it. What is not in the list is amber. */
export const RED: Readonly<Partial<Record<DangerKey, HeadKey>>> = {
  'danger.malicious': 'danger.head.malicious',
  // Takeover.
  'danger.delegates': 'danger.head.wallet',
  'danger.carriesDelegation': 'danger.head.wallet',
  'danger.delegatesEverywhere': 'danger.head.wallet',
  'solana.danger.givesWalletAway': 'danger.head.wallet',
  'solana.danger.locksWallet': 'danger.head.lock',
  'danger.accountDelegates': 'danger.head.account',
  'danger.changesControl': 'danger.head.changesControl',
  'danger.accountUnread': 'danger.head.unread',
  'danger.operationHash': 'danger.head.unread',
  'solana.danger.ownerChanges': 'danger.head.tokens',
  'solana.danger.authorityChanges': 'danger.head.control',
  'solana.danger.authorityEnds': 'danger.head.controlEnds',
  // More than anybody means to give.
  'danger.unlimited': 'danger.head.spendAll',
  'danger.allowAll': 'danger.head.takeAll',
  'solana.danger.delegatesAll': 'danger.head.delegateAll',
  'danger.spenderIsEoa': 'danger.head.person',
  'solana.danger.movesOthers': 'danger.head.movesOthers',
  'solana.danger.closesElsewhere': 'danger.head.closes',
  'danger.alsoLeaves': 'danger.head.alsoLeaves',
  'danger.orderForNothing': 'danger.head.forNothing',
  'danger.nothingArrives': 'danger.head.nothingArrives',
  'danger.otherReceiver': 'danger.head.otherReceiver',
  'danger.toNobody': 'danger.head.lost',
  'danger.toTokenContract': 'danger.head.lost',
  // Made to be taken for something else.
  'danger.otherDomain': 'danger.head.login',
  'danger.otherUri': 'danger.head.loginElsewhere',
  'danger.otherSite': 'danger.head.otherSite',
  'danger.lookalike': 'danger.head.lookalike',
  'danger.copiedToken': 'danger.head.copied',
}

const SEVERITY = Object.keys(RED)

/** A danger in its words; its level and headline follow from which it is. */
export function warn<Key extends DangerKey>(key: Key, ...values: Filling<Key>): Danger {
  const head = RED[key]
  return {
    level: head === undefined ? 'amber' : 'red',
    text: tell(key, ...values),
    // A headline has placeholders of its sentence alone; a test holds each against the other.
    headline: head === undefined ? null : tell(head, ...(values as never)),
    rank: head === undefined ? SEVERITY.length : SEVERITY.indexOf(key),
  }
}

/** Each sentence once: two parts of a request can have the same danger. */
export const distinct = (dangers: readonly Danger[]): Danger[] => [
  ...new Map(dangers.map(one => [one.text, one])).values(),
]

/**
 * Red before amber, and of red ones the most severe: in a batch a small danger must not name what a grave one does. Else in the
 * order in which they were found.
 */
export const bySeverity = (dangers: readonly Danger[]): Danger[] =>
  [...dangers].sort((a, b) => a.rank - b.rank)
