import { and, eq, min } from 'drizzle-orm'
import { accountNotices } from '../../database/change-tables.ts'
import type { Database, Transaction } from '../../database/connect.ts'
import { mfaResets } from '../../database/mfa-tables.ts'
import type { BegunReset } from '../../signer/mfa-shapes.ts'

/** It cannot be done; the message tells the operator why. */
export class ResetError extends Error {
  override readonly name = 'ResetError'
}

/** Of what an operator does: no device of the person's has a part in it. */
export const NO_CALLER = {
  thumbprint: 'operator',
  caller: { language: 'en', madeWith: null, from: {}, browser: null },
} as const

export interface WaitingReset {
  readonly reset: BegunReset
  /** When the first address was told, unix ms; `null`: none was yet. */
  readonly toldAt: number | null
  /** Unix ms. */
  readonly expiresAt: number
}

/** @returns `null` where none waits */
export async function readReset(db: Database | Transaction, userId: string): Promise<WaitingReset | null> {
  const [row] = await db.select().from(mfaResets).where(eq(mfaResets.userId, userId))
  if (!row) return null
  const isOf = and(eq(accountNotices.changeId, row.changeId), eq(accountNotices.canUndo, true))
  const [told] = await db
    .select({ at: min(accountNotices.sentAt) })
    .from(accountNotices)
    .where(isOf)
  return { reset: row.reset, toldAt: told?.at?.getTime() ?? null, expiresAt: row.expiresAt.getTime() }
}

/** From when it can be completed, unix ms: a wait that nobody was told of is none. `null`: nobody was told yet. */
export const completableFrom = ({ reset, toldAt }: WaitingReset): number | null =>
  toldAt === null ? null : Math.max(reset.at, toldAt) + reset.waitMs
