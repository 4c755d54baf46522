import { base64urlText } from '@vitrine/shared/encoding.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { ethereumNetwork, solanaNetwork } from '../arrival/read-balance.ts'

/** What makes a transfer the same one, wherever it is asked for. */
export interface TransferFacts {
  readonly from: { readonly address: string; readonly chain: string; readonly token: string | null }
  readonly to: { readonly address: string; readonly chain: string; readonly token: string | null }
  /** What is to arrive, in the smallest unit. */
  readonly amount: bigint
}

/**
 * The name under which the server lets one device ask a wallet for a transfer. It comes from the transfer and from what the paying
 * account did last: two tabs or devices that begin the same one find the same name, until it is on the chain.
 * @param after a transaction of the same transfer that did not come about
 * @throws VitrineError where no node tells what the account did last
 */
export async function transferIdOf(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  facts: TransferFacts,
  after: string | null,
  signal: AbortSignal,
): Promise<string> {
  const { from, to, amount } = facts
  const place = await lastOf(kernel, from, signal)
  const parts = [
    from.chain,
    from.address,
    from.token,
    to.chain,
    to.address,
    to.token,
    `${amount}`,
    place,
    after,
  ]
  const text = JSON.stringify(parts.map(part => (part?.startsWith('0x') ? part.toLowerCase() : part)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return base64urlText(new Uint8Array(digest))
}

/** Of what is in blocks alone: a transaction that still waits must not make the next one look like another. */
async function lastOf(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  { address, chain }: TransferFacts['from'],
  signal: AbortSignal,
): Promise<string> {
  if (chain.startsWith('eip155:')) {
    const network = await ethereumNetwork(kernel, chain)
    const { readQuantity } = await import('../../chains/ethereum/quantity.ts')
    return `${readQuantity(await network.request('eth_getTransactionCount', [address, 'latest'], signal))}`
  }
  const network = await solanaNetwork(kernel, chain)
  const [last] = await network.signatures(address, 1, signal)
  return last?.signature ?? ''
}
