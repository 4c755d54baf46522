import { base64Text } from '@vitrine/shared/encoding.ts'
import { say } from '../../../words/say.ts'
import { warn } from '../../explain/danger.ts'
import {
  type Explanation,
  type Line,
  mergeParts,
  type Part,
  type Permission,
} from '../../explain/explanation.ts'
import { limitLines } from '../../explain/limit-lines.ts'
import { tell } from '../../explain/tell.ts'
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
  const parts = reviews.map(review => explainOne({ ...review, priceDisplay, known, own }, wallet))
  const actions = reviews.flatMap(it => it.actions)
  const mints = new Map(reviews.flatMap(it => [...it.mints]))
  const chain = reviews[0]?.chain ?? 'solana:mainnet'
  const all = mergeParts(parts)
  const [only] = parts
  return limitLines({
    headline:
      parts.length === 1 && only ? only.headline : say('solana.headline.several', { count: parts.length }),
    ...all,
    details: isFullyStated(reviews, [wallet, ...all.outgoing.map(line => line.party)])
      ? []
      : actionDetails({ chain, mints, priceDisplay, price: null }, actions),
  })
}

type PriceDisplay = AmountContext['priceDisplay']
/** A transaction, and how amounts are written. */
type Inspected = InspectedTransaction &
  AmountContext & { readonly known: readonly string[]; readonly own: readonly string[] }

/** Whether the lines state all that the instructions do; if not, the instructions are listed as details. */
const isFullyStated = (reviews: readonly InspectedTransaction[], parties: readonly (string | null)[]) =>
  reviews.every(({ actions, effects }) =>
    actions.every(
      action =>
        effects.fullyStated.has(action) ||
        // Of an account for somebody who gets something; what it costs is noted as a deposit.
        (action.kind === 'create-token-account' && parties.includes(action.owner)),
    ),
  )

function explainOne(review: Inspected, wallet: string): Part {
  const { effects, dangers, bytes } = review
  const minor = dangers.filter(({ kind }) => kind === 'would-fail' || kind === 'high-fee')
  const severe = dangers.filter(it => !minor.includes(it))
  const unstated = unstatedChanges(review, wallet)
  const unstatedLines = (sign: 1n | -1n): Line[] =>
    unstated
      .filter(({ delta }) => delta * sign > 0n)
      .map(({ asset, delta }) => lineOf(review, { asset, amount: delta * sign, other: null }))
  const deposit = rentDeposit(review, unstated)
  const alsoOutgoing = mayTakeMore(review) || deposit !== null ? [] : unstatedLines(-1n)
  const outgoing = [...effects.outgoing.map(it => lineOf(review, it)), ...unstatedLines(-1n)]
  return {
    headline: headline(review),
    outgoing,
    incoming: [...effects.incoming.map(it => lineOf(review, it)), ...unstatedLines(1n)],
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
