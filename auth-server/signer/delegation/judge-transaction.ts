import type { EthereumPolicy } from '@vitrine/shared/wallet/policy.ts'
import type { UnsignedTransaction } from '@vitrine/shared/wallet/sign-transaction.ts'
import type { Judgement, Spending } from '../delegation-operations.ts'

/**
 * Judges a transaction by what is in it alone, for no node is asked: the worst that it can cost. Fees are at most the gas limit at
 * the highest price (EIP-1559). A rollup that charges for its data besides takes that from the wallet too, uncounted.
 *
 * A contract is not created, the account is not lent to code (EIP-7702), and a token is called for what moves or allows a
 * counted amount alone.
 */
export function judgeTransaction(
  { rules }: EthereumPolicy,
  transaction: UnsignedTransaction,
  address: string,
): Judgement {
  if (transaction.to === undefined || transaction.type === 4) return { violation: 'undecoded' }
  const to = transaction.to.toLowerCase()
  const chain = `eip155:${transaction.chain_id}`
  const price = 'gas_price' in transaction ? transaction.gas_price : transaction.max_fee_per_gas
  const value = BigInt(transaction.value ?? '0x0')
  const native = {
    chain,
    asset: 'native',
    amount: String(value + BigInt(price) * BigInt(transaction.gas_limit)),
  }
  const data = (transaction.data ?? '0x').toLowerCase()

  if (data === '0x') {
    if (!isRecipient(rules, to)) return { violation: 'recipient', spendings: [native] }
    return { spendings: [native] }
  }
  const call = readTokenCall(data)
  if (call) {
    const moved: Spending = { chain, asset: to, amount: String(call.amount) }
    const spendings = [native, moved]
    // A token that takes the chain's own coin with a transfer is none that is known.
    if (value > 0n) return { violation: 'undecoded', spendings }
    return isRecipient(rules, call.to) ? { spendings } : { violation: 'recipient', spendings }
  }
  // With other data a token does more than its limit counts, and a wallet that is lent to code whatever that does.
  if (!isContract(rules, to) || to === address.toLowerCase())
    return { violation: 'contract', spendings: [native] }
  return { spendings: [native] }
}

/** Contracts are recipients too: to allow one to take is how it is used. */
export const isRecipient = (
  { recipients, contracts = [] }: EthereumPolicy['rules'],
  address: string,
): boolean => recipients === undefined || recipients.includes(address) || contracts.includes(address)

/** Whether it may be called with any data. No token with a limit may, whatever the operator listed. */
export const isContract = ({ contracts = [], spend }: EthereumPolicy['rules'], address: string): boolean =>
  contracts.includes(address) && !spend.some(({ asset }) => asset === address)

/** ERC-20, and the increase of an allowance that many tokens have besides. Of each what it takes before the amount. */
const TOKEN_CALLS: ReadonlyMap<string, 'to' | 'from-to'> = new Map([
  ['a9059cbb', 'to'], // transfer(address,uint256)
  ['23b872dd', 'from-to'], // transferFrom(address,address,uint256)
  ['095ea7b3', 'to'], // approve(address,uint256)
  ['39509351', 'to'], // increaseAllowance(address,uint256)
])

/** @returns `null` for all but exactly such a call: what a token reads otherwise than this does is not counted */
function readTokenCall(data: string): { readonly to: string; readonly amount: bigint } | null {
  const takes = TOKEN_CALLS.get(data.slice(2, 10))
  const words = data.slice(10).match(/.{64}/g) ?? []
  if (!takes || data.length !== 10 + 64 * words.length || words.length !== (takes === 'to' ? 2 : 3))
    return null
  const addresses = words.slice(0, -1)
  if (!addresses.every(word => /^0{24}/.test(word))) return null
  return { to: `0x${addresses.at(-1)?.slice(24)}`, amount: BigInt(`0x${words.at(-1)}`) }
}
