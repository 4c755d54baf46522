import type { Database } from '../context.ts'
import { usedNonces } from '../database/schema.ts'

/**
 * Spends a value that may be used once. The insert decides: of two calls at once, one gets `true`.
 * @param nonce.expiresAt when the value would be refused for its age anyway, so that the row may be swept.
 */
export async function spendNonce(
  db: Database,
  nonce: { readonly key: string; readonly expiresAt: Date },
): Promise<boolean> {
  const spent = await db
    .insert(usedNonces)
    .values(nonce)
    .onConflictDoNothing()
    .returning({ key: usedNonces.key })
  return spent.length === 1
}
