import type { PreparedTransaction } from '../../../chains/ethereum/ports.ts'

/** The part of what a user has seen of transactions that can change by itself while they decide. */
export interface Seen {
  /** Wei: the most that the fees can come to. */
  readonly maxFee: bigint
  /** The warnings that were shown, and whether the balance was too small. */
  readonly warned: string
}

/** Wei: the most that the fees of all the transactions can come to. */
export const highestFee = (prepared: readonly PreparedTransaction[]): bigint =>
  prepared.reduce((total, { maxFee }) => total + maxFee, 0n)

/** @param isUnusual whether the fee of one of them is unusually high */
export const seenOf = (prepared: readonly PreparedTransaction[], isUnusual: boolean): Seen => ({
  maxFee: highestFee(prepared),
  warned: JSON.stringify([isUnusual, prepared.map(({ warnings }) => warnings.map(({ kind }) => kind))]),
})

/**
 * Whether fees have gone up by more than 20 % since they were seen. A fee that fell surprises nobody, and smaller changes come with
 * each block.
 */
export const hasRisen = (seen: Seen, now: Seen): boolean => now.maxFee * 5n > seen.maxFee * 6n

/** Whether the user has to look again before they approve. */
export const isMaterial = (seen: Seen, now: Seen): boolean =>
  hasRisen(seen, now) || seen.warned !== now.warned
