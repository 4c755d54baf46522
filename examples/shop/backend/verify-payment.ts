import { DEMO_DOLLAR } from '@vitrine/shared/chains/demo-chain.ts'
import { type Address, type Hex, isAddressEqual, parseEventLogs } from 'viem'
import { DOLLAR_ABI } from '../chain/dollars.ts'
import type { IssuerClient } from '../chain/start-chain.ts'
import { Refusal } from './refusal.ts'

export interface Due {
  readonly to: Address
  /** Of the demo dollar, in its smallest unit. */
  readonly amount: bigint
  /** Whose payment it is: the customer's own wallets. */
  readonly payers: readonly Address[]
  readonly afterBlock: bigint
}

/**
 * Asks the chain itself whether a transaction paid what is due: the page's word for it counts for nothing. One block is enough
 * on a chain of one node.
 * @returns the block that it stands in
 * @throws Refusal
 */
export async function verifyPayment(client: IssuerClient, hash: unknown, due: Due): Promise<bigint> {
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw notPaid('no_transaction')
  const receipt = await client
    .waitForTransactionReceipt({ hash: hash as Hex, timeout: 20_000 })
    .catch(() => null)
  if (receipt === null)
    throw new Refusal(404, 'not_found', 'The payment is not on the chain yet. Try again in a moment.')
  if (receipt.status !== 'success') throw notPaid('reverted')
  // Paid before the order was placed: for something else.
  if (receipt.blockNumber <= due.afterBlock) throw notPaid('too_old')
  // Any contract can write such a log; the coin's own alone says that money moved.
  const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, DEMO_DOLLAR.address))
  const transfers = parseEventLogs({ abi: DOLLAR_ABI, eventName: 'Transfer', logs }).map(({ args }) => args)
  if (transfers.length === 0) throw notPaid('wrong_token')
  const received = transfers.filter(({ to }) => isAddressEqual(to, due.to))
  if (received.length === 0) throw notPaid('wrong_recipient')
  const own = received.filter(({ from }) => due.payers.some(payer => isAddressEqual(payer, from)))
  if (own.length === 0) throw notPaid('another_payer')
  if (!own.some(({ value }) => value === due.amount)) throw notPaid('wrong_amount')
  return receipt.blockNumber
}

const REASONS = {
  no_transaction: 'That is no payment.',
  reverted: 'The payment failed on the chain. Nothing was charged.',
  too_old: 'This payment was made before the order.',
  wrong_token: 'This payment is not in demo dollars.',
  wrong_recipient: 'This payment went to somebody else.',
  another_payer: 'This payment came from another wallet.',
  wrong_amount: 'This payment is not of the order’s amount.',
} as const

const notPaid = (code: keyof typeof REASONS) => new Refusal(422, code, REASONS[code])
