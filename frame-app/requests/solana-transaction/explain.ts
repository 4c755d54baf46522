import { base64Text } from '@vitrine/shared/wallet/signing/base64.ts'
import type { Explanation, Line, Permission } from '../../approval/explain/explanation.ts'
import { limitLines } from '../../approval/explain/limit-lines.ts'
import type { Permission as Delegation, Movement } from '../../chains/solana/effects.ts'
import type { TransactionReview } from '../../chains/solana/review.ts'
import { say } from '../../words/say.ts'
import { type AmountContext, assetAmount, assetName, solAmount, solInBoth } from './amounts.ts'
import { dangerWords } from './danger-words.ts'
import { actionDetails } from './details.ts'
import { beyondWords, depositOf, isOpen } from './explain-simulation.ts'
import { tokenDangers, tokenNotes } from './token-words.ts'

/** More than half of what 64 bits can say is meant as "all, for ever". */
const UNLIMITED = 2n ** 63n

/** One or several transactions of one wallet as one receipt. */
export function explain(
  reviews: readonly TransactionReview[],
  wallet: string,
  priceDisplay: PriceDisplay,
): Explanation {
  const parts = reviews.map(review => explainOne({ ...review, priceDisplay }, wallet))
  const actions = reviews.flatMap(it => it.actions)
  const mints = new Map(reviews.flatMap(it => [...it.mints]))
  const chain = reviews[0]?.chain ?? 'solana:mainnet'
  const [only] = parts
  return limitLines({
    headline:
      parts.length === 1 && only ? only.headline : say('solana.headline.several', { count: parts.length }),
    outgoing: parts.flatMap(it => it.outgoing),
    incoming: parts.flatMap(it => it.incoming),
    permissions: parts.flatMap(it => it.permissions),
    dangers: [...new Set(parts.flatMap(it => it.dangers))],
    notes: [...new Set(parts.flatMap(it => it.notes))],
    details: isAllSaid(reviews, [wallet, ...parts.flatMap(it => it.outgoing.map(line => line.party))])
      ? []
      : actionDetails({ chain, mints, priceDisplay, price: null }, actions),
    raw: parts.flatMap(it => it.raw),
  })
}

type PriceDisplay = AmountContext['priceDisplay']
/** A review, and how amounts are written. */
type Told = TransactionReview & AmountContext

/** Whether the lines of what leaves, arrives and is permitted say all that the steps do. */
const isAllSaid = (reviews: readonly TransactionReview[], parties: readonly (string | null)[]) =>
  reviews.every(({ actions, effects }) =>
    actions.every(
      action =>
        effects.told.has(action) ||
        // For who gets something by it; what it costs is told as a deposit.
        (action.kind === 'create-token-account' && parties.includes(action.owner)),
    ),
  )

function explainOne(review: Told, wallet: string): Explanation {
  const { effects, dangers, bytes } = review
  const odd = dangers.filter(({ kind }) => kind === 'would-fail' || kind === 'high-fee')
  const grave = dangers.filter(it => !odd.includes(it))
  const beyond = beyondWords(review, wallet)
  const simulation = (sign: 1n | -1n): Line[] =>
    beyond
      .filter(({ delta }) => delta * sign > 0n)
      .map(({ asset, delta }) => lineOf(review, { asset, amount: delta * sign, other: null }))
  const deposit = depositOf(review, beyond)
  const hidden = isOpen(review) || deposit !== null ? [] : simulation(-1n)
  const outgoing = [...effects.outgoing.map(it => lineOf(review, it)), ...simulation(-1n)]
  return {
    headline: headline(review),
    outgoing,
    incoming: [...effects.incoming.map(it => lineOf(review, it)), ...simulation(1n)],
    permissions: effects.permissions.map(it => permissionOf(review, it)),
    dangers: [
      ...grave.map(dangerWords),
      ...tokenDangers(review, review, wallet, beyond),
      ...hidden.map(({ amount, beside }) => say('danger.alsoLeaves', { amount: beside ?? amount })),
      ...odd.map(dangerWords),
    ],
    notes: [
      ...(deposit === null ? [] : [say('solana.deposit', { amount: solAmount(deposit) })]),
      ...tokenNotes(review, review),
    ],
    details: [],
    raw: [{ label: say('approval.rawTransaction'), value: base64Text(bytes) }],
  }
}

const mintOf = (asset: Movement['asset']) => (asset.kind === 'sol' ? null : asset.mint)

function lineOf(review: Told, { asset, amount, other }: Movement): Line {
  const { first, beside } =
    asset.kind === 'sol'
      ? solInBoth(review, amount)
      : { first: assetAmount(review, asset, amount), beside: null }
  return { amount: first, beside, token: mintOf(asset), party: other }
}

function permissionOf(review: Told, { delegate, asset, amount }: Delegation): Permission {
  const isUnlimited = amount >= UNLIMITED
  return {
    what: isUnlimited
      ? say('approval.unlimited', { token: assetName(review, asset) })
      : assetAmount(review, asset, amount),
    token: mintOf(asset),
    who: delegate,
    until: say('approval.noEnd'),
    isUnlimited,
  }
}

function headline(review: Told): string {
  const { effects, actions } = review
  const [leaving, ...more] = effects.outgoing
  const [permission] = effects.permissions
  if (permission) return say('approval.headline.allow', { token: assetName(review, permission.asset) })
  if (actions.some(({ kind }) => kind === 'unknown')) return say('solana.headline.call')
  if (leaving && more.length === 0)
    return say('approval.headline.send', { amount: assetAmount(review, leaving.asset, leaving.amount) })
  return say('solana.headline.transaction')
}
