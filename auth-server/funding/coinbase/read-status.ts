import type { CoinbaseStatus } from '@vitrine/shared/api/funding.ts'
import * as z from 'zod'
import type { FundingOrder } from '../call/orders.ts'

/** What is read of a purchase (Coinbase Onramp, "Transaction status"). Newest first. Numbers are texts. */
const transaction = z.object({
  status: z.string(),
  wallet_address: z.string(),
  tx_hash: z.string().max(128).nullish(),
  purchase_amount: z.object({ value: z.string() }).nullish(),
})
export const coinbaseTransactions = z.object({ transactions: z.array(transaction).max(100) })
type Transaction = z.infer<typeof transaction>

const SUCCESS = 'ONRAMP_TRANSACTION_STATUS_SUCCESS'
const FAILED = 'ONRAMP_TRANSACTION_STATUS_FAILED'

/**
 * What became of what was bought or sent in a window, by Coinbase's own word at this moment.
 * @returns `null` where it went to another wallet than was asked for: nothing of the answer is believed
 */
export function readCoinbaseStatus(
  { address }: Pick<FundingOrder, 'address'>,
  transactions: readonly Transaction[],
): CoinbaseStatus | null {
  const isOurs = ({ wallet_address: told }: Transaction) =>
    address.startsWith('0x') ? told.toLowerCase() === address.toLowerCase() : told === address
  if (!transactions.every(isOurs)) return null
  const completed = transactions.find(({ status }) => status === SUCCESS)
  if (completed) return { status: 'success', ...facts(completed) }
  const hasFailed = transactions.length > 0 && transactions.every(({ status }) => status === FAILED)
  return { status: hasFailed ? 'failure' : 'pending' }
}

function facts({ tx_hash: hash, purchase_amount: amount }: Transaction): Partial<CoinbaseStatus> {
  return {
    ...(hash && { transactionHash: hash }),
    ...(amount && /^\d{1,30}(\.\d{1,30})?$/.test(amount.value) && { amount: amount.value }),
  }
}
