import { say } from '../../../words/say.ts'
import { type Amount, inBothWays, sumInBothWays } from '../../explain/amount.ts'
import { exactAmount } from '../../explain/numbers.ts'
import type { Cost } from '../../view/approval-view.ts'
import { type AmountContext, lamportsOf, tokensOf } from '../explain/amounts.ts'
import { type Effects, sumOfSol } from '../explain/effects.ts'
import { unstatedChanges } from '../explain/explain-simulation.ts'
import type { InspectedTransaction } from './inspect-transaction.ts'

/** Fee, total and what remains of all the transactions, and whether the wallet has as much. Solana's fee is exact. */
export function costOf(
  reviews: readonly InspectedTransaction[],
  wallet: string,
  priceDisplay: AmountContext['priceDisplay'],
): Cost {
  const price = reviews[0]?.price ?? null
  const own = reviews.filter(({ fee }) => fee.payer === wallet)
  const fee = lamportsOf(
    price,
    own.reduce((sum, it) => sum + it.fee.lamports, 0n),
  )
  const sol = reviews.reduce((sum, it) => sum + solLeaving(it, wallet), 0n)
  const leaving = [
    ...(sol > 0n ? [lamportsOf(price, sol)] : []),
    ...tokensLeaving(reviews, wallet, priceDisplay),
  ]
  const known = leaving.filter(it => it !== null)
  const isCounted = known.length > 0 && known.length === leaving.length
  return {
    fee: {
      fee: inBothWays(fee, priceDisplay),
      atMost: null,
      risen: null,
      note: own.length === reviews.length ? null : say('solana.feePaidByOther'),
      total: isCounted ? { ...sumInBothWays([...known, fee], priceDisplay), atMost: null } : null,
      after: isCounted ? remaining(reviews, known, fee) : [],
    },
    shortage:
      reviews.some(({ isShort }) => isShort) || isShortOfAll(reviews, sol + fee.value)
        ? say('solana.short')
        : null,
  }
}

/** Of each token all that the instructions and a simulation take; `null` where it is not known how much that is. */
function tokensLeaving(
  reviews: readonly InspectedTransaction[],
  wallet: string,
  priceDisplay: AmountContext['priceDisplay'],
): (Amount | null)[] {
  return reviews.flatMap(review => {
    const beyond = unstatedChanges(review, wallet).map(({ asset, delta }) => ({ asset, amount: -delta }))
    return [...review.effects.outgoing, ...beyond].flatMap(({ asset, amount }) =>
      asset.kind === 'sol' || amount <= 0n ? [] : [tokensOf({ ...review, priceDisplay }, asset.mint, amount)],
    )
  })
}

/** What the wallet then has of what leaves it; nothing of what was not read, and of what also arrives. */
function remaining(
  reviews: readonly InspectedTransaction[],
  leaving: readonly Amount[],
  fee: Amount,
): string[] {
  const [first] = reviews
  const arriving = new Set(
    reviews.flatMap(({ changes, effects }) => [
      ...(changes ?? []).filter(({ delta }) => delta > 0n).map(({ asset }) => mintOf(asset)),
      ...effects.incoming.map(({ asset }) => mintOf(asset)),
    ]),
  )
  const kinds = new Map(leaving.map(amount => [amount.token, amount]))
  return [...kinds].flatMap(([token, { symbol, decimals }]) => {
    const held = token === null ? first?.balance : first?.held.get(token)
    const spent = leaving.reduce((sum, it) => (it.token === token ? sum + it.value : sum), 0n)
    const rest = (held ?? 0n) - spent - (token === null ? fee.value : 0n)
    const isTold = held !== undefined && held !== null && rest >= 0n && !arriving.has(token)
    return isTold ? [`${exactAmount(rest, decimals)} ${symbol}`] : []
  })
}

const mintOf = (asset: InspectedTransaction['effects']['incoming'][number]['asset']) =>
  asset.kind === 'sol' ? null : asset.mint

/** The balance may cover each transaction and not all of them. Unreadable instructions may bring in what is spent later. */
function isShortOfAll(reviews: readonly InspectedTransaction[], total: bigint): boolean {
  const balance = reviews[0]?.balance ?? null
  if (balance === null || reviews.length < 2) return false
  if (reviews.some(({ actions }) => actions.some(({ kind }) => kind === 'unknown'))) return false
  const arriving = reviews.reduce((sum, { effects, changes }) => sum + arrivingSol(effects, changes), 0n)
  return total > balance + arriving
}

/** As the instructions say, or as a simulation shows where that is more, e.g. of an account that is closed. */
function arrivingSol({ incoming }: Effects, changes: InspectedTransaction['changes']): bigint {
  const gain = changes?.find(({ asset }) => asset.kind === 'sol')?.delta ?? 0n
  const told = sumOfSol(incoming)
  return gain > told ? gain : told
}

/** What the instructions say, and what a simulation takes beyond it, e.g. for a new account. */
const solLeaving = (review: InspectedTransaction, wallet: string): bigint =>
  unstatedChanges(review, wallet).reduce(
    (sum, { asset, delta }) => (asset.kind === 'sol' && delta < 0n ? sum - delta : sum),
    sumOfSol(review.effects.outgoing),
  )
