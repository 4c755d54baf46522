import type { HeldWallet } from '../../session/held-wallet.ts'
import type { SentAbout } from '../sent-about.ts'
import type { EthereumNetwork, Hex, PreparedTransaction } from './ports.ts'

/** Longest wait for one transaction of a batch, in milliseconds: what comes after it is not sent then. */
const MAX_WAIT_MS = 600_000

export interface Batch {
  readonly network: Pick<EthereumNetwork, 'send' | 'wait'>
  readonly wallet: HeldWallet
  readonly count: number
  /** The one that was sent before this batch goes on; `undefined` at its beginning. */
  readonly after?: Hex | undefined
  /** The transaction at this place, filled in. Called when its turn has come. */
  prepared(place: number): PreparedTransaction | Promise<PreparedTransaction>
  /** What was approved, to be told later. */
  readonly about?: SentAbout | undefined
  /** Before each wait, and before what follows it is signed. */
  onWait?(isWaiting: boolean): void
  onSent(hash: Hex): void
  readonly maxWaitMs?: number
}

/**
 * Sends a batch of transactions, the calls of EIP-5792 where nothing makes them atomic: each once the former is in a block
 * and has succeeded, since it may need what that one does. One that fails, or that no block takes, ends the batch.
 *
 * @returns whether all were sent
 * @throws VitrineError when one could not be sent, and the signal's reason when it aborts
 */
export async function sendBatch(batch: Batch, signal: AbortSignal): Promise<boolean> {
  const { network, wallet, count, prepared, about, onSent } = batch
  let former = batch.after
  for (let place = 0; place < count; place++) {
    if (former !== undefined && !(await hasSucceeded(batch, former, signal))) return false
    former = (await network.send(wallet, await prepared(place), signal, about)).hash
    onSent(former)
  }
  return true
}

async function hasSucceeded(
  { network, onWait, maxWaitMs = MAX_WAIT_MS }: Batch,
  hash: Hex,
  signal: AbortSignal,
) {
  const patience = new AbortController()
  const leave = () => patience.abort(signal.reason)
  const timer = setTimeout(() => patience.abort(), maxWaitMs)
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  onWait?.(true)
  try {
    return (await network.wait(hash, patience.signal)).status === 'confirmed'
  } catch (error) {
    signal.throwIfAborted()
    if (patience.signal.aborted) return false
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    onWait?.(false)
  }
}
