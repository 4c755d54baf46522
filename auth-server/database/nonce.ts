import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './connect.ts'
import { usedNonces } from './schema.ts'

export interface Nonce {
  readonly key: string
  /** When the value would be refused for its age anyway, so that the row may be swept. */
  readonly expiresAt: Date
}

/** Spends a value that may be used once. The insert decides: of two calls at once, one gets `true`. */
export async function spendNonce(db: Database, nonce: Nonce): Promise<boolean> {
  const spent = await db
    .insert(usedNonces)
    .values(nonce)
    .onConflictDoNothing()
    .returning({ key: usedNonces.key })
  return spent.length === 1
}

/** The same as part of a larger statement: returns one row the first time and none ever after. */
export const spending = ({ key, expiresAt }: Nonce): SQL => sql`
  insert into used_nonces (key, expires_at) values (${key}, ${expiresAt.toISOString()}::timestamptz)
  on conflict do nothing returning key`
