import type { Hex, ReplacementKind, SentTransaction } from './ports.ts'

type Row = Pick<SentTransaction, 'hash' | 'chainId' | 'from' | 'nonce' | 'status' | 'replaces'>

const isMined = ({ status }: Row) => status === 'confirmed' || status === 'reverted'

/** The chain takes only one of two transactions that have one nonce of one account. */
const isRival = (a: Row, b: Row) =>
  a.hash !== b.hash &&
  a.chainId === b.chainId &&
  a.nonce === b.nonce &&
  a.from.toLowerCase() === b.from.toLowerCase()

/** The transaction of this browser that is in a block with this one's nonce, so that this one never will be. */
export const winnerOver = <R extends Row>(row: Row, rows: readonly R[]): R | undefined =>
  rows.find(other => isRival(row, other) && isMined(other))

/** Whether a transaction cancels another one, or speeds up one that does. */
export function isCancel({ replaces }: Row, rows: readonly Row[]): boolean {
  if (!replaces) return false
  if (replaces.kind === 'cancel') return true
  const before = rows.find(({ hash }) => hash === replaces.hash)
  return before !== undefined && isCancel(before, rows)
}

/** The transaction in a block that does what a replaced one would have done, since it is that one sped up. */
export function spedUpAs<R extends Row>(hash: Hex, rows: readonly R[]): R | undefined {
  const faster = rows.filter(({ replaces }) => replaces?.hash === hash && replaces.kind === 'speed-up')
  for (const row of faster) {
    const mined = isMined(row) ? row : spedUpAs(row.hash, rows)
    if (mined) return mined
  }
  return undefined
}

/** How a waiting transaction is being replaced; `null`: by none that waits too. */
export function replacing(row: Row, rows: readonly Row[]): ReplacementKind | null {
  const newer = rows.find(other => other.replaces?.hash === row.hash && other.status === 'pending')
  if (!newer) return null
  return isCancel(newer, rows) && !isCancel(row, rows) ? 'cancel' : 'speed-up'
}

/** Whether the user has cancelled a transaction, so that its signed bytes must not be broadcast again. */
export const isGivenUp = (row: Row, rows: readonly Row[]): boolean =>
  rows.some(({ replaces }) => replaces?.hash === row.hash && replaces.kind === 'cancel')
