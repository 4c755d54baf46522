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
  /** What the request then is called, in the place of its own headline; `null`: it keeps that. */
  headline: z.nullable(z.string()),
})
export type Danger = z.infer<typeof danger>

type DangerKey = Exclude<Extract<WordKey, `danger.${string}` | `solana.danger.${string}`>, HeadKey>
type HeadKey = Extract<WordKey, `danger.head.${string}`>

/** All that is red, each with the headline that says it. What is not in the list is amber. */
export const RED: Readonly<Partial<Record<DangerKey, HeadKey | null>>> = {
  'danger.malicious': 'danger.head.malicious',
  // Takeover.
  'danger.delegates': 'danger.head.wallet',
  'danger.carriesDelegation': 'danger.head.wallet',
  'danger.delegatesEverywhere': null,
  'danger.safeDelegates': 'danger.head.safe',
  'solana.danger.givesWalletAway': 'danger.head.wallet',
  'solana.danger.locksWallet': 'danger.head.lock',
  'solana.danger.ownerChanges': 'danger.head.tokens',
  'solana.danger.authorityChanges': null,
  'solana.danger.authorityEnds': null,
  // More than anybody means to give.
  'danger.unlimited': 'danger.head.spendAll',
  'danger.allowAll': 'danger.head.takeAll',
  'danger.spenderIsEoa': null,
  'solana.danger.delegatesAll': 'danger.head.delegateAll',
  'solana.danger.movesOthers': null,
  'solana.danger.closesElsewhere': null,
  'danger.alsoLeaves': 'danger.head.alsoLeaves',
  'danger.orderForNothing': null,
  'danger.nothingArrives': null,
  'danger.otherReceiver': null,
  'danger.toNobody': null,
  'danger.toTokenContract': null,
  // Made to be taken for something else.
  'danger.otherDomain': 'danger.head.login',
  'danger.otherUri': null,
  'danger.otherSite': null,
  'danger.lookalike': 'danger.head.lookalike',
  'danger.copiedToken': null,
}

/** A danger in its words; its level and headline follow from which it is. */
export function warn<Key extends DangerKey>(key: Key, ...values: Filling<Key>): Danger {
  const head = RED[key]
  return {
    level: head === undefined ? 'amber' : 'red',
    text: tell(key, ...values),
    // A headline has placeholders of its sentence alone; a test holds each against the other.
    headline: head ? tell(head, ...(values as never)) : null,
  }
}

/** Each sentence once: two parts of a request can have the same danger. */
export const distinct = (dangers: readonly Danger[]): Danger[] => [
  ...new Map(dangers.map(one => [one.text, one])).values(),
]

/** Red before amber, else in the order in which they were found, which is most severe first. */
export const bySeverity = (dangers: readonly Danger[]): Danger[] =>
  (['red', 'amber'] as const).flatMap(level => dangers.filter(it => it.level === level))
