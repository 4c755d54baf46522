import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { type Pace, type Page, pollAnswer } from '../../login-method/poll.ts'
import { findTransaction } from './find-transaction.ts'
import { type ChainKernel, readBalance } from './read-balance.ts'

/** Often enough that who paid sees it arrive; less often as time goes by, and never while nobody looks. */
const PACE: Pace = { firstPause: 1_000, longestPause: 5_000, lifetime: Number.POSITIVE_INFINITY }

/** What came to a wallet. */
export interface Arrival {
  /** Smallest units. */
  readonly amount: bigint
  /** Absent where it cannot be told by which transaction. */
  readonly transactionHash?: string
}

/**
 * Waits until a wallet has more of the asset than at first, as its chain's node says: what a page or a window says counts for
 * nothing. What is spent meanwhile lowers what it is measured by.
 * @param baseline smallest units that it had
 * @throws the signal's reason when it aborts
 */
export async function awaitArrival(
  kernel: ChainKernel,
  request: FundingRequest,
  baseline: bigint,
  signal: AbortSignal,
): Promise<Arrival> {
  let least = baseline
  const amount = await pollAnswer(
    async () => {
      const held = await readBalance(kernel, request, signal)
      if (held > least) return held - least
      least = held
      return null
    },
    PACE,
    { document, window },
    signal,
  )
  const transactionHash = await findTransaction(kernel, request, amount, signal)
  return { amount, ...(transactionHash && { transactionHash }) }
}

/**
 * What a wallet has, as soon as a node says it.
 * @param onUnseen none does at the moment
 * @throws the signal's reason when it aborts
 */
export async function awaitBalance(
  kernel: ChainKernel,
  request: FundingRequest,
  page: Page,
  onUnseen: () => void,
  signal: AbortSignal,
): Promise<bigint> {
  try {
    return await readBalance(kernel, request, signal)
  } catch {
    signal.throwIfAborted()
    onUnseen()
  }
  return pollAnswer(() => readBalance(kernel, request, signal), PACE, page, signal)
}
