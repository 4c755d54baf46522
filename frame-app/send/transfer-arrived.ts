import * as ethereum from '../chains/ethereum/has-arrived.ts'
import type { Hex } from '../chains/ethereum/ports.ts'
import * as solana from '../chains/solana/has-arrived.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import type { SentTransfer } from './flow.ts'

/** Whether a transfer has succeeded on its chain, once that is known. Never rejects. */
export async function transferArrived(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  { chain, id }: SentTransfer,
): Promise<boolean> {
  try {
    if (chain.type === 'ethereum')
      return await ethereum.hasArrived((await kernel.ethereum()).of(chain.id), id as Hex)
    const network = (await kernel.solana()).of(chain.id)
    return network !== null && (await solana.hasArrived(network, id))
  } catch {
    return false
  }
}
