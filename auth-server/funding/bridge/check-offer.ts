import { type AgreedPayment, OfferRefused, readSteps } from '@vitrine/shared/funding/relay-depository.ts'
import { simulateSteps } from '@vitrine/shared/funding/simulate-steps.ts'
import * as z from 'zod'
import { apiError } from '../../errors/api-error.ts'
import { callNode } from '../../transactions/json-rpc.ts'
import type { BridgeAsked, BridgeOffer, OfferedTransaction } from './provider.ts'

/** Less than this part of what was asked for is not what was asked for. */
const LEAST_PERCENT = 95n
/** A user waits for the answer, and each node that does not answer takes seconds. */
const MAX_NODES = 3

/**
 * Checks an offer against what was asked for. A bridge's server can be taken over, and the wallet of the user shows bytes.
 * 1. The amount that arrives is the one that was asked for, within five of a hundred.
 * 2. Every transaction is a known call: see `readSteps`.
 * @returns the transactions, each with what it is
 * @throws OfferRefused
 */
export function checkOffer(
  asked: BridgeAsked,
  offer: BridgeOffer,
): readonly (OfferedTransaction & { readonly kind: 'approve' | 'deposit' })[] {
  const { amountIn, amountOut, minimumAmountOut, transactions } = offer
  if (amountIn <= 0n) throw new OfferRefused('has no price')
  if (minimumAmountOut > amountOut || minimumAmountOut * 100n < asked.amount * LEAST_PERCENT)
    throw new OfferRefused('brings too little')
  const { kinds } = readSteps(agreedOf(asked, offer), transactions)
  return transactions.map((it, place) => ({ ...it, kind: kinds[place] ?? 'deposit' }))
}

/**
 * Simulates an offer at the app's own nodes, and requires that only its price leaves.
 * @param nodes of the paying chain; the next one is asked where one cannot simulate
 * @throws OfferRefused for an offer that would take something else
 * @throws VitrineError `not_supported` (422) where no node can simulate, or the payment would fail
 */
export async function requireSimulated(
  asked: BridgeAsked,
  offer: BridgeOffer,
  nodes: readonly string[],
): Promise<void> {
  for (const node of nodes.slice(0, MAX_NODES)) {
    const ask = (method: string, params: readonly unknown[]) => callNode(node, method, params, z.unknown())
    const simulated = await simulateSteps(ask, agreedOf(asked, offer), offer.transactions)
    if (simulated === 'pays') return
    if (simulated === 'fails')
      throw apiError(
        'not_supported',
        'This payment would fail on its network: the wallet may have too little. Choose another amount, or pay another way.',
      )
  }
  throw apiError(
    'not_supported',
    'No node of this network can test the payment first. Choose another network, or pay another way.',
  )
}

const agreedOf = ({ from }: BridgeAsked, { amountIn }: BridgeOffer): AgreedPayment => ({
  payer: from.address,
  chain: from.chain,
  token: from.currency,
  price: amountIn,
})
