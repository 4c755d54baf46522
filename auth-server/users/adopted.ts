import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'

/**
 * Users who were taken in (`identity/transfer-account.ts`): they have no logins any more, and their rows stay. What is sealed
 * for them stays theirs by name, and is reached by who took them in.
 */

/** Ids of the user and of all whom they took in: `where user_id in ${reachedBy(id)}`. */
export const reachedBy = (userId: string): SQL =>
  sql`(select id from users where id = ${userId} or merged_into = ${userId})`

/** As the signer is told of who asks for what is another's by name. */
export interface Adopter {
  readonly userId: string
  readonly seal: string
}

export interface ReachedOwner {
  /** Absent: it is the user's own. */
  readonly adopter?: Adopter
  /** Until when what is the owner's is held. */
  readonly heldUntil: Date | null
}

/**
 * The owner whose things a user asks for: themselves, or whom they took in.
 * @returns `null` for everybody else
 */
export async function findReached(
  db: Database | Transaction,
  { appId, userId }: Pick<ActiveSession, 'appId' | 'userId'>,
  ownerId: string,
): Promise<ReachedOwner | null> {
  if (ownerId === userId) return { heldUntil: null }
  const [owner] = await db
    .select({ seal: users.adoptionSeal, heldUntil: users.heldUntil })
    .from(users)
    .where(and(eq(users.id, ownerId), eq(users.appId, appId), eq(users.mergedInto, userId)))
  return owner?.seal ? { adopter: { userId, seal: owner.seal }, heldUntil: owner.heldUntil } : null
}

/**
 * What came in with an account that was taken in waits for as long as a new device would, where the operator has those wait.
 * @throws `policy_violation` (403)
 */
export function requireUnheldOwner(now: number, { heldUntil }: Pick<ReachedOwner, 'heldUntil'>): void {
  if (heldUntil === null || heldUntil.getTime() <= now) return
  const until = `${heldUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  throw apiError(
    'policy_violation',
    `This wallet came with an account that you brought to this one a short while ago. It can sign from ${until}.`,
    { data: { heldUntil: heldUntil.getTime() } },
  )
}
