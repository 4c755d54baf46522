import type { EthereumTransactionInput, PreparedTransaction } from '../../../chains/ethereum/ports.ts'
import { say } from '../../../words/say.ts'
import { exactAmount, roundAmount } from '../../explain/numbers.ts'
import type { Cost } from '../../view/approval-view.ts'
import { nativeAmount } from '../explain/amounts.ts'
import type { ExplainContext } from '../explain/explain-context.ts'

const sum = (numbers: readonly bigint[]) => numbers.reduce((total, number) => total + number, 0n)

/** Fee and total of all the transactions, and whether the wallet has as much. */
export function costOf(
  context: ExplainContext,
  calls: readonly EthereumTransactionInput[],
  prepared: readonly PreparedTransaction[],
): Cost {
  const { symbol, decimals } = context.chain.nativeCurrency
  const maxFee = sum(prepared.map(it => it.maxFee))
  const needed = maxFee + sum(calls.map(({ value = 0n }) => value))
  // Without a node the balance is unknown, and so is a shortage.
  const balance = prepared[0]?.balance ?? null
  const native = (wei: bigint) => `${roundAmount(wei, decimals)} ${symbol}`
  const estimate = { isEstimate: true }
  return {
    fee: {
      fee: nativeAmount(context, sum(prepared.map(it => it.expectedFee)), estimate),
      atMost: say('approval.feeAtMost', { amount: native(maxFee) }),
      total: nativeAmount(context, needed, estimate),
    },
    shortage:
      balance !== null && needed > balance
        ? say('approval.balanceShort', {
            balance: `${roundDown(balance, decimals)} ${symbol}`,
            needed: native(needed),
          })
        : null,
  }
}

/** Rounds down: a balance must not look like more than it is. */
function roundDown(value: bigint, decimals: number): string {
  const unit = 10n ** BigInt(Math.max(0, decimals - 6))
  return exactAmount(value - (value % unit), decimals)
}
