import { base64Text } from '@vitrine/shared/wallet/signing/base64.ts'
import type { Explanation, Line, Permission } from '../../approval/explain/explanation.ts'
import type { Action } from '../../chains/solana/decode/action.ts'
import type { Permission as Delegation, Movement } from '../../chains/solana/effects.ts'
import type { TransactionReview } from '../../chains/solana/review.ts'
import { say } from '../../words/say.ts'
import { assetAmount, assetName, solAmount } from './amounts.ts'
import { dangerWords } from './danger-words.ts'
import { actionDetails } from './details.ts'
import { beyondWords, isOpen } from './trial.ts'

/** More than half of what 64 bits can say is meant as "all, for ever". */
const UNLIMITED = 2n ** 63n

/** One or several transactions of one wallet as one receipt. */
export function explain(reviews: readonly TransactionReview[], wallet: string): Explanation {
  const parts = reviews.map(review => explainOne(review, wallet))
  const actions = reviews.flatMap(it => it.actions)
  const decimals = new Map(reviews.flatMap(it => [...it.decimals]))
  const chain = reviews[0]?.chain ?? 'solana:mainnet'
  const [only] = parts
  return {
    headline:
      parts.length === 1 && only ? only.headline : say('solana.headline.several', { count: parts.length }),
    leaves: parts.flatMap(it => it.leaves),
    arrives: parts.flatMap(it => it.arrives),
    permissions: parts.flatMap(it => it.permissions),
    dangers: [...new Set(parts.flatMap(it => it.dangers))],
    notes: [...new Set(parts.flatMap(it => it.notes))],
    details: isAllSaid(actions, [wallet, ...parts.flatMap(it => it.leaves.map(line => line.party))])
      ? []
      : actionDetails({ chain, decimals }, actions),
    raw: parts.flatMap(it => it.raw),
  }
}

/** Steps whose whole effect stands above, in what leaves, arrives and is permitted. */
const SAID: readonly Action['kind'][] = [
  'transfer-sol',
  'transfer-token',
  'delegate',
  'burn',
  'compute-limit',
  'compute-price',
]
const isAllSaid = (actions: readonly Action[], parties: readonly (string | null)[]) =>
  actions.every(
    action =>
      SAID.includes(action.kind) ||
      // For who gets something by it; what it costs is told as a deposit.
      (action.kind === 'create-token-account' && parties.includes(action.owner)),
  )

function explainOne(review: TransactionReview, wallet: string): Explanation {
  const { effects, actions, dangers, bytes } = review
  const beyond = beyondWords(review, wallet)
  const trial = (sign: 1n | -1n): Line[] =>
    beyond
      .filter(({ delta }) => delta * sign > 0n)
      .map(({ asset, delta }) => lineOf(review, { asset, amount: delta * sign, other: null }))
  // A new token account of whomever must hold so much; nothing else is beyond the words here.
  const [first, ...more] = beyond
  const isDeposit =
    actions.some(({ kind }) => kind === 'create-token-account') &&
    !actions.some(({ kind }) => kind === 'unknown') &&
    first?.asset.kind === 'sol' &&
    first.delta < 0n &&
    more.length === 0
  const hidden = isOpen(review) ? [] : trial(-1n)
  const leaves = [...effects.leaves.map(it => lineOf(review, it)), ...trial(-1n)]
  return {
    headline: headline(review),
    leaves,
    arrives: [...effects.arrives.map(it => lineOf(review, it)), ...trial(1n)],
    permissions: effects.permissions.map(it => permissionOf(review, it)),
    dangers: [
      ...dangers.map(dangerWords),
      ...hidden.map(({ amount }) => say('danger.alsoLeaves', { amount })),
    ],
    notes: isDeposit ? beyond.map(({ delta }) => say('solana.deposit', { amount: solAmount(-delta) })) : [],
    details: [],
    raw: [{ label: say('approval.rawTransaction'), value: base64Text(bytes) }],
  }
}

const mintOf = (asset: Movement['asset']) => (asset.kind === 'sol' ? null : asset.mint)

const lineOf = (review: TransactionReview, { asset, amount, other }: Movement): Line => ({
  amount: assetAmount(review, asset, amount),
  beside: null,
  token: mintOf(asset),
  party: other,
})

function permissionOf(review: TransactionReview, { delegate, asset, amount }: Delegation): Permission {
  const isGrave = amount >= UNLIMITED
  return {
    what: isGrave
      ? say('approval.unlimited', { token: assetName(review, asset) })
      : assetAmount(review, asset, amount),
    token: mintOf(asset),
    who: delegate,
    until: say('approval.noEnd'),
    isGrave,
  }
}

function headline(review: TransactionReview): string {
  const { effects, actions } = review
  const [leaving, ...more] = effects.leaves
  const [permission] = effects.permissions
  if (permission) return say('approval.headline.allow', { token: assetName(review, permission.asset) })
  if (actions.some(({ kind }) => kind === 'unknown')) return say('solana.headline.call')
  if (leaving && more.length === 0)
    return say('approval.headline.send', { amount: assetAmount(review, leaving.asset, leaving.amount) })
  return say('solana.headline.transaction')
}
