import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/connect.ts'
import { mfaFactors } from '../../database/mfa-tables.ts'
import type { SealedFactors } from '../../signer/mfa-shapes.ts'

/** A user's factors as the signer sealed them; `null`: they never had one. */
export async function readFactors(db: Database | Transaction, userId: string): Promise<SealedFactors | null> {
  const [row] = await db.select().from(mfaFactors).where(eq(mfaFactors.userId, userId))
  return row ? { version: row.version, ...row.factors } : null
}

/**
 * Puts a user's factors in the place of those that were read: of two changes at once one finds others.
 * @param step of an authenticator app that was added now; `null` leaves the one that is there
 * @returns `false` when they were changed meanwhile
 */
export async function storeFactors(
  tx: Transaction,
  { appId, userId }: { readonly appId: string; readonly userId: string },
  formerVersion: number | null,
  { version, ...factors }: SealedFactors,
  step: number | null,
): Promise<boolean> {
  const row = { version, factors, updatedAt: sql`now()`, ...(step !== null && { totpStep: step }) }
  const stored =
    formerVersion === null
      ? await tx
          .insert(mfaFactors)
          .values({ userId, appId, ...row })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(mfaFactors)
          .set(row)
          .where(and(eq(mfaFactors.userId, userId), eq(mfaFactors.version, formerVersion)))
          .returning()
  return stored.length === 1
}
