import { type Page, pollAnswer } from '../../login-method/poll.ts'
import type { Holding, HoldingsSource } from '../../portfolio/ports.ts'

const PACE = { firstPause: 3_000, longestPause: 10_000, lifetime: Number.POSITIVE_INFINITY }

/** A coin of which there is more than when the watch began. */
export interface ArrivedCoin {
  readonly holding: Holding
  /** Smallest units. */
  readonly amount: bigint
}

/**
 * Reads the holdings again and again, and tells what came since the first whole reading. What was kept of an earlier visit is
 * not measured by: it may have come long ago. Settles when the signal aborts.
 */
export async function watchHoldings(
  holdings: HoldingsSource,
  onArrived: (arrived: readonly ArrivedCoin[]) => void,
  page: Page,
  signal: AbortSignal,
): Promise<void> {
  const first = new Map<string, bigint>()
  let isMeasured = false
  const look = async () => {
    await holdings.refresh()
    const { status, list } = holdings.store.get()
    if (status !== 'fresh' || signal.aborted) return null
    const arrived = list.flatMap(holding => {
      const { key, amount } = holding
      if (amount === null) return []
      const before = isMeasured ? (first.get(key) ?? 0n) : amount
      // What was spent meanwhile lowers what it is measured by.
      if (amount < before || !isMeasured) first.set(key, amount)
      return amount > before ? [{ holding, amount: amount - before }] : []
    })
    isMeasured = true
    onArrived(arrived)
    return null
  }
  await look().catch(() => null)
  await pollAnswer(look, PACE, page, signal).catch(() => undefined)
}
