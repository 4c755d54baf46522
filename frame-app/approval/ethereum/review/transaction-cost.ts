import type {
  Address,
  EthereumTransactionInput,
  PreparedTransaction,
} from '../../../chains/ethereum/ports.ts'
import { say } from '../../../words/say.ts'
import { type Amount, inBothWays, sumInBothWays, unlessSame } from '../../explain/amount.ts'
import { exactAmount, roundUp } from '../../explain/numbers.ts'
import type { Cost } from '../../view/approval-view.ts'
import type { Spending } from '../explain/action-part.ts'
import { tokenAt, tokensOf, weiOf } from '../explain/amounts.ts'
import type { ExplainContext } from '../explain/explain-context.ts'
import { highestFee } from '../fees/material.ts'
import { type Asset, assetKey } from '../reads/simulation.ts'

interface Costly {
  readonly calls: readonly EthereumTransactionInput[]
  readonly prepared: readonly PreparedTransaction[]
  /** All that leaves the wallet beside the fee. */
  readonly spending: readonly Spending[]
  /** Wei: the most that the fee could come to as the user saw it before, where it has gone up much since. */
  readonly before: bigint | null
}

const sum = (numbers: readonly bigint[]) => numbers.reduce((total, number) => total + number, 0n)

const feeText = (context: ExplainContext, wei: bigint) =>
  inBothWays(weiOf(context, roundUp(wei, context.chain.nativeCurrency.decimals)), context.priceDisplay).first

/** Fee, total and what remains of all the transactions, and whether the wallet has as much. */
export function costOf(context: ExplainContext, { calls, prepared, spending, before }: Costly): Cost {
  const { symbol, decimals } = context.chain.nativeCurrency
  const { priceDisplay } = context
  const mostWei = highestFee(prepared)
  const [expected, most] = [sum(prepared.map(it => it.expectedFee)), mostWei].map(fee =>
    weiOf(context, roundUp(fee, decimals)),
  ) as [Amount, Amount]
  const leaving = amountsOf(context, spending)
  const fee = inBothWays(expected, priceDisplay)
  const total = leaving && sumInBothWays([...leaving, expected], priceDisplay)
  const needed = mostWei + sum(calls.map(({ value = 0n }) => value))
  // Without a node the balance is unknown, and so is a shortage.
  const balance = prepared[0]?.balance ?? null
  return {
    fee: {
      fee,
      atMost: unlessSame(inBothWays(most, priceDisplay).first, fee.first),
      note: null,
      risen: before === null ? null : say('approval.feeRisen', { before: feeText(context, before) }),
      total: total && {
        ...total,
        atMost: unlessSame(sumInBothWays([...(leaving ?? []), most], priceDisplay).first, total.first),
      },
      after: remaining(context, leaving ?? [], { balance, fee: expected }),
    },
    shortage:
      balance !== null && needed > balance
        ? say('approval.balanceShort', {
            balance: `${roundDown(balance, decimals)} ${symbol}`,
            needed: `${exactAmount(roundUp(mostWei, decimals) + needed - mostWei, decimals)} ${symbol}`,
          })
        : null,
    // What an earlier call of a batch brings is not there yet.
    lacking: calls.length === 1 ? lackingOf(context, leaving ?? []) : null,
  }
}

function lackingOf(context: ExplainContext, leaving: readonly Amount[]): Cost['lacking'] {
  const arriving = arrivingIn(context)
  for (const { token, symbol, decimals } of leaving) {
    const address = token as Address | null
    const held = address === null ? null : (tokenAt(context, address)?.balance ?? null)
    const needed = sum(leaving.filter(it => it.token === token).map(it => it.value))
    if (address === null || held === null || held >= needed) continue
    if (arriving.has(assetKey({ kind: 'token', address }))) continue
    const told = (value: bigint) => `${exactAmount(value, decimals)} ${symbol}`
    const values = { balance: told(held), needed: told(needed) }
    return { token: address, sentence: say('approval.balanceShort', values) }
  }
  return null
}

/** What also arrives, as the simulation says. */
const arrivingIn = ({ facts }: ExplainContext) =>
  new Set((facts.simulation?.changes ?? []).filter(it => it.amount > 0n).map(it => assetKey(it.asset)))

/** What leaves as amounts; `null` where nothing that can be counted does, or something of which it is not known how much it is. */
function amountsOf(context: ExplainContext, spending: readonly Spending[]): Amount[] | null {
  const amounts = spending.flatMap(({ asset, amount }) => {
    if (asset.kind === 'nft' || amount === 0n) return []
    return [asset.kind === 'native' ? weiOf(context, amount) : tokensOf(context, asset.address, amount)]
  })
  const known = amounts.filter(it => it !== null)
  return known.length > 0 && known.length === amounts.length ? known : null
}

/** What the wallet then has of what leaves it; nothing of what was not read, and of what also arrives. */
function remaining(
  context: ExplainContext,
  leaving: readonly Amount[],
  { balance, fee }: { readonly balance: bigint | null; readonly fee: Amount },
): string[] {
  const arriving = arrivingIn(context)
  const kinds = new Map(leaving.map(amount => [amount.token, amount]))
  return [...kinds].flatMap(([token, { symbol, decimals }]) => {
    const address = token as Address | null
    const asset: Asset = address === null ? { kind: 'native' } : { kind: 'token', address }
    const held = address === null ? balance : (tokenAt(context, address)?.balance ?? null)
    const spent = sum(leaving.filter(it => it.token === token).map(it => it.value))
    const rest = (held ?? 0n) - spent - (token === null ? fee.value : 0n)
    if (held === null || rest < 0n || arriving.has(assetKey(asset))) return []
    return [
      `${token === null ? roundDown(rest, decimals, fee.value) : exactAmount(rest, decimals)} ${symbol}`,
    ]
  })
}

/**
 * Rounds down: a balance must not look like more than it is. To millionths, or the last digit of what was taken from it where
 * that is smaller: a fee of 0.00000012 is seen to be gone.
 */
function roundDown(value: bigint, decimals: number, taken = 0n): string {
  let unit = 10n ** BigInt(Math.max(0, decimals - 6))
  while (taken % unit !== 0n) unit /= 10n
  return exactAmount(value - (value % unit), decimals)
}
