import type { EthereumNetwork, Hex } from './ports.ts'

/** Whether a transaction that was sent from here succeeded in a block; waits until that is known. Never rejects. */
export async function hasArrived(network: Pick<EthereumNetwork, 'wait'>, hash: Hex): Promise<boolean> {
  try {
    return (await network.wait(hash, new AbortController().signal)).status === 'confirmed'
  } catch {
    return false
  }
}
