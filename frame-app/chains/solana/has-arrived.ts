import type { SolanaNetwork } from './ports.ts'

/** Whether a transaction that was sent from here is confirmed; waits until that is known. Never rejects. */
export async function hasArrived(
  network: Pick<SolanaNetwork, 'confirm'>,
  signature: string,
): Promise<boolean> {
  try {
    await network.confirm(signature, 'confirmed', new AbortController().signal)
    return true
  } catch {
    return false
  }
}
