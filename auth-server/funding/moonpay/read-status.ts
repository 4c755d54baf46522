import type { MoonpayStatus } from '@vitrine/shared/api/funding.ts'
import * as z from 'zod'
import type { FundingOrder } from '../call/orders.ts'

/** What is read of a transaction (MoonPay API, "Get transactions by external ID"). Numbers are texts: `parseExactly`. */
const transaction = z.object({
  externalTransactionId: z.string(),
  walletAddress: z.string(),
  status: z.string(),
  cryptoTransactionId: z.string().max(128).nullish(),
  quoteCurrencyAmount: z.string().nullish(),
})
export const moonpayTransactions = z.array(transaction).max(100)
type Transaction = z.infer<typeof transaction>

/**
 * What became of a purchase, by MoonPay's own word at this moment: it may take a `completed` back. A person who failed may have
 * tried anew in the same window, so what went furthest counts.
 * @returns `null` where the answer is of another purchase than was asked for: nothing of it is believed
 */
export function readMoonpayStatus(
  order: Pick<FundingOrder, 'id' | 'address'>,
  transactions: readonly Transaction[],
): MoonpayStatus | null {
  const isOurs = ({ externalTransactionId, walletAddress }: Transaction) =>
    externalTransactionId === order.id && isSameAddress(walletAddress, order.address)
  if (!transactions.every(isOurs)) return null
  const completed = transactions.find(({ status }) => status === 'completed')
  if (completed) return { status: 'completed', ...facts(completed) }
  const statuses = transactions.map(({ status }) => status)
  if (statuses.includes('waitingAuthorization')) return { status: 'waitingAuthorization' }
  if (statuses.length === 0 || statuses.some(status => !ENDED.has(status))) return { status: 'pending' }
  return { status: statuses.includes('failed') ? 'failed' : 'serviceFailure' }
}

/** Whatever else MoonPay calls a purchase is under way. */
const ENDED: ReadonlySet<string> = new Set(['failed', 'serviceFailure'])

function facts({ cryptoTransactionId, quoteCurrencyAmount }: Transaction): Partial<MoonpayStatus> {
  return {
    ...(cryptoTransactionId && { transactionHash: cryptoTransactionId }),
    ...(quoteCurrencyAmount &&
      /^\d{1,30}(\.\d{1,30})?$/.test(quoteCurrencyAmount) && { quoteCurrencyAmount }),
  }
}

const isSameAddress = (told: string, ours: string) =>
  ours.startsWith('0x') ? told.toLowerCase() === ours.toLowerCase() : told === ours
