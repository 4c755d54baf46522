import { base64Text } from '@vitrine/shared/encoding.ts'
import { say } from '../../../words/say.ts'
import { warn } from '../../explain/danger.ts'
import {
  type Detail,
  type Explanation,
  type Line,
  mergeParts,
  type Part,
  type Permission,
} from '../../explain/explanation.ts'
import { limitLines, MAX_DETAILS } from '../../explain/limit-lines.ts'
import { tell, withoutMarks } from '../../explain/tell.ts'
import type { InspectedTransaction } from '../review/inspect-transaction.ts'
import { actionDetails } from './action-details.ts'
import { type AmountContext, assetAmount, assetName, solAmount, solInBothWays } from './amounts.ts'
import { dangerWords } from './danger-words.ts'
import { isUnlimited } from './dangers.ts'
import type { Permission as Delegation, Movement } from './effects.ts'
import { mayTakeMore, rentDeposit, unstatedChanges } from './explain-simulation.ts'
import { tokenDangers, tokenNotes } from './token-dangers.ts'

/** One or several transactions of one wallet as one receipt. @param known addresses to which something was sent before. @param own the person's other wallets that were made here */
export function explainTransactions(
  reviews: readonly InspectedTransaction[],
  wallet: string,
  priceDisplay: PriceDisplay,
  known: readonly string[] = [],
  own: readonly string[] = [],
): Explanation {
  const inspected = reviews.map(review => ({ ...review, priceDisplay, known, own }))
  const parts = inspected.map(review => explainOne(review, wallet))
  const [only] = parts
  const [first] = inspected
  const all = mergeParts(parts)
  if (parts.length === 1 && only && first) {
    const parties = [wallet, ...all.outgoing.map(line => line.party)]
    const details = isFullyStated(first, parties)
      ? []
      : actionDetails({ ...first, price: null }, first.actions)
    return limitLines({ ...all, headline: only.headline, details })
  }
  const steps = inspected.flatMap((review, place) => {
    const part = parts[place]
    return part
      ? stepDetails({ ...review, price: null }, part, { number: place + 1, count: parts.length })
      : []
  })
  const totals = totalsOf(inspected, wallet)
  const headline = say('solana.headline.several', { count: parts.length })
  const explanation = { ...all, ...totals, headline, notes: [...totals.notes, ...all.notes], details: steps }
  return limitLines(explanation, Math.max(MAX_DETAILS, DETAILS_EACH * parts.length))
}

/** Rows that each of several transactions may fill before the rest is cut. */
const DETAILS_EACH = 10

/** One of several transactions: its headline, then its instructions, or where they are in the headline its recipients. */
function stepDetails(
  review: Inspected,
  { headline, outgoing = [] }: Part,
  which: { readonly number: number; readonly count: number },
): Detail[] {
  const parties = outgoing.flatMap(({ party }) => (party === null ? [] : [party]))
  const rows = isFullyStated(review, parties)
    ? parties.map((value): Detail => ({ label: say('approval.to'), value, kind: 'address', depth: 0 }))
    : actionDetails(review, review.actions)
  return [
    { label: say('approval.step', which), value: withoutMarks(headline), kind: 'text', depth: 0 },
    ...rows.map(row => ({ ...row, depth: row.depth + 1 })),
  ]
}

/**
 * What several transactions move together: one line for each token and recipient. Where these are more than a person reads,
 * one for each token, and a note of how many receive it.
 */
function totalsOf(
  reviews: readonly Inspected[],
  wallet: string,
): Pick<Explanation, 'outgoing' | 'incoming' | 'notes'> {
  const [outgoing, incoming] = ([-1n, 1n] as const).map(sign => {
    const all = reviews.flatMap(review => movementsOf(review, wallet, sign).map(it => ({ review, it })))
    const byParty = sumsOf(all, ({ other }) => other)
    return byParty.length > MAX_TOTALS ? sumsOf(all, () => null) : byParty
  }) as [Sum[], Sum[]]
  const recipients = new Set(reviews.flatMap(it => it.effects.outgoing.map(({ other }) => other)))
  const isSummed = recipients.size > 1 && outgoing.every(({ it }) => it.other === null)
  return {
    outgoing: outgoing.map(({ review, it }) => lineOf(review, it)),
    incoming: incoming.map(({ review, it }) => lineOf(review, it)),
    notes: isSummed ? [say('solana.recipients', { count: recipients.size })] : [],
  }
}

/** Lines of totals, above which they are summed further. */
const MAX_TOTALS = 20

/** A sum, with a transaction that knows its token. */
interface Sum {
  readonly review: Inspected
  readonly it: Movement
}

function sumsOf(movements: readonly Sum[], partyOf: (movement: Movement) => string | null): Sum[] {
  const sums = new Map<string, Sum>()
  for (const [place, { review, it }] of movements.entries()) {
    const party = partyOf(it)
    // Amounts of tokens that nobody could name may be of different ones.
    const isNameless = it.asset.kind === 'token' && it.asset.mint === null
    const key = JSON.stringify([isNameless ? place : mintOf(it.asset), party])
    const amount = (sums.get(key)?.it.amount ?? 0n) + it.amount
    sums.set(key, { review, it: { asset: it.asset, amount, other: party } })
  }
  return [...sums.values()]
}

/** @param sign `-1n`: what leaves, as the instructions say and a simulation shows beyond them; `1n`: what arrives */
function movementsOf(review: Inspected, wallet: string, sign: 1n | -1n): readonly Movement[] {
  const { outgoing, incoming } = review.effects
  const unstated = unstatedChanges(review, wallet).filter(({ delta }) => delta * sign > 0n)
  return [
    ...(sign < 0n ? outgoing : incoming),
    ...unstated.map(({ asset, delta }) => ({ asset, amount: delta * sign, other: null })),
  ]
}

type PriceDisplay = AmountContext['priceDisplay']
/** A transaction, and how amounts are written. */
type Inspected = InspectedTransaction &
  AmountContext & { readonly known: readonly string[]; readonly own: readonly string[] }

/** Whether the lines state all that the instructions do; if not, the instructions are listed as details. */
const isFullyStated = ({ actions, effects }: Inspected, parties: readonly (string | null)[]) =>
  actions.every(
    action =>
      effects.fullyStated.has(action) ||
      // Of an account for somebody who gets something; what it costs is noted as a deposit.
      (action.kind === 'create-token-account' && parties.includes(action.owner)),
  )

function explainOne(review: Inspected, wallet: string): Part {
  const { effects, dangers, bytes } = review
  const minor = dangers.filter(({ kind }) => kind === 'would-fail' || kind === 'high-fee')
  const severe = dangers.filter(it => !minor.includes(it))
  const unstated = unstatedChanges(review, wallet)
  const linesOf = (sign: 1n | -1n): Line[] => movementsOf(review, wallet, sign).map(it => lineOf(review, it))
  const outgoing = linesOf(-1n)
  const deposit = rentDeposit(review, unstated)
  const alsoOutgoing = mayTakeMore(review) || deposit !== null ? [] : outgoing.slice(effects.outgoing.length)
  return {
    headline: headline(review),
    outgoing,
    incoming: linesOf(1n),
    permissions: effects.permissions.map(it => permissionOf(review, it)),
    dangers: [
      ...severe.map(dangerWords),
      ...tokenDangers(review, review, wallet, unstated),
      ...alsoOutgoing.map(({ amount, beside }) => warn('danger.alsoLeaves', { amount: beside ?? amount })),
      ...minor.map(dangerWords),
    ],
    notes: [
      ...(deposit === null ? [] : [say('solana.deposit', { amount: solAmount(deposit) })]),
      ...tokenNotes(review, review),
    ],
    raw: [{ label: say('approval.rawTransaction'), value: base64Text(bytes) }],
  }
}

const mintOf = (asset: Movement['asset']) => (asset.kind === 'sol' ? null : asset.mint)

function lineOf(review: Inspected, { asset, amount, other }: Movement): Line {
  const { first, beside } =
    asset.kind === 'sol'
      ? solInBothWays(review, amount)
      : { first: assetAmount(review, asset, amount), beside: null }
  return {
    ...{ amount: first, beside, token: mintOf(asset), party: other },
    standing: other === null ? null : standingOf(review, other),
  }
}

function standingOf({ own, known }: Inspected, party: string): NonNullable<Line['standing']> {
  if (own.includes(party)) return 'own'
  return known.includes(party) ? 'known' : 'new'
}

function permissionOf(review: Inspected, { delegate, asset, amount }: Delegation): Permission {
  const isAll = isUnlimited(amount)
  return {
    what: isAll
      ? say('approval.unlimited', { token: assetName(review, asset) })
      : assetAmount(review, asset, amount),
    token: mintOf(asset),
    who: delegate,
    until: say('approval.noEnd'),
    isUnlimited: isAll,
  }
}

function headline(review: Inspected): string {
  const { effects, actions } = review
  const [leaving, ...more] = effects.outgoing
  const [permission] = effects.permissions
  if (permission) return tell('approval.headline.allow', { token: assetName(review, permission.asset) })
  if (actions.some(({ kind }) => kind === 'unknown')) return say('solana.headline.call')
  if (leaving && more.length === 0)
    return tell('approval.headline.send', { amount: assetAmount(review, leaving.asset, leaving.amount) })
  return say('solana.headline.transaction')
}
