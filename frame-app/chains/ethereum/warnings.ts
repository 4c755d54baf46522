import type { TransactionWarning } from './ports.ts'

/** 0.05 of the native token: on a quiet day a plain transfer costs a thousandth of it on any chain of today. */
export const ABSURD_FEE_WEI = 50_000_000_000_000_000n
/** Below this a fee that is many times the value is a small sum all the same: 0.002 of the native token. */
const SMALL_FEE_WEI = 2_000_000_000_000_000n
const FEE_TIMES_VALUE = 10n

export interface Appraised {
  /** Wei. */
  readonly maxFee: bigint
  readonly value: bigint
  readonly balance: bigint
  /** The nonce that the dapp named, if it did, and the account's next one. */
  readonly namedNonce: number | undefined
  readonly nextNonce: number
  /** The node expects a failure. */
  readonly failure: { readonly reason: string | null } | null
}

/** What a person must know before they approve, as far as its numbers show it. */
export function appraise({
  maxFee,
  value,
  balance,
  namedNonce,
  nextNonce,
  failure,
}: Appraised): TransactionWarning[] {
  const warnings: TransactionWarning[] = []
  const needed = value + maxFee
  if (needed > balance) warnings.push({ kind: 'insufficient-balance', balance, needed })
  if (failure) warnings.push({ kind: 'will-fail', reason: failure.reason })
  const isManyTimesValue = value > 0n && maxFee > value * FEE_TIMES_VALUE && maxFee > SMALL_FEE_WEI
  if (maxFee > ABSURD_FEE_WEI || isManyTimesValue) warnings.push({ kind: 'absurd-fee' })
  if (namedNonce !== undefined && namedNonce > nextNonce)
    warnings.push({ kind: 'nonce-gap', expected: nextNonce })
  if (namedNonce !== undefined && namedNonce < nextNonce)
    warnings.push({ kind: 'nonce-replaces', expected: nextNonce })
  return warnings
}
