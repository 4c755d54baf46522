import { createHash } from 'node:crypto'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/connect.ts'
import { idempotencyKeys } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'

const LIFETIME_MS = 24 * 60 * 60_000

/** A request as its idempotency key knows it. */
export interface IdempotentRequest {
  readonly userId: string
  readonly key: string
  readonly hash: string
}

/** The key that a signed request of a user came with. */
export const idempotencyOf = (userId: string, payload: AuthorizationPayload): IdempotentRequest => ({
  userId,
  key: payload.headers['vitrine-idempotency-key'],
  hash: requestHash(payload),
})

/** SHA-256 of what is asked for, hex. The expiry is left out: a retry is signed again, with a later one. */
export function requestHash({ method, url, body, headers }: AuthorizationPayload): string {
  const asked = { method, url, body, appId: headers['vitrine-app-id'] }
  return createHash('sha256').update(canonicalJson(asked), 'utf8').digest('hex')
}

/**
 * The answer that this request got before.
 * @returns `null` when it is new.
 * @throws `resource_conflict` (409) when the key was used for another request.
 */
export async function storedAnswer(
  db: Database | Transaction,
  { userId, key, hash }: IdempotentRequest,
  now: number,
): Promise<{ readonly body: unknown } | null> {
  const [row] = await db
    .select({ requestHash: idempotencyKeys.requestHash, body: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, userId),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.expiresAt, new Date(now)),
      ),
    )
  if (!row) return null
  if (row.requestHash !== hash) {
    throw apiError(
      'resource_conflict',
      'This idempotency key was used for another request. Use a new key for a new request.',
    )
  }
  return { body: row.body }
}

/**
 * Stores the answer for 24 hours, in the transaction that does the work where there is one. Of two requests at once with
 * one key the first to commit decides.
 *
 * @returns the answer that stands: this one, or the one that was stored first.
 * @throws `resource_conflict` (409) when the key was used for another request.
 */
export async function storeAnswer<Body>(
  db: Database | Transaction,
  { userId, key, hash }: IdempotentRequest,
  body: Body,
  now: number,
): Promise<{ readonly body: unknown }> {
  const row = { requestHash: hash, status: 200, response: body, expiresAt: new Date(now + LIFETIME_MS) }
  const stored = await db
    .insert(idempotencyKeys)
    .values({ userId, key, ...row })
    // An expired row that was not swept yet counts as absent, here as in `storedAnswer`.
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: row,
      setWhere: lte(idempotencyKeys.expiresAt, new Date(now)),
    })
    .returning({ key: idempotencyKeys.key })
  if (stored.length > 0) return { body }
  return (await storedAnswer(db, { userId, key, hash }, now)) ?? { body }
}
