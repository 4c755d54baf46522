import type { TransactionWarning } from './ports.ts'

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
  if (namedNonce !== undefined && namedNonce > nextNonce)
    warnings.push({ kind: 'nonce-gap', expected: nextNonce })
  if (namedNonce !== undefined && namedNonce < nextNonce)
    warnings.push({ kind: 'nonce-replaces', expected: nextNonce })
  return warnings
}
