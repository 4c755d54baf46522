import { and, eq } from 'drizzle-orm'
import type { Doer } from '../audit/record-event.ts'
import { type Operation, recordOperation } from '../audit/record-operation.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { lockUserRow } from '../users/lock-user.ts'

/**
 * What each operation on users takes besides its own arguments: whoever asks, by a route, by a command or in the console, it is the
 * same function.
 */
export interface Asked {
  /** Users of other apps are not there. */
  readonly appId: string
  /** Who asks, and from where; without `actor` it is the person, in their own account. */
  readonly by: Doer
}

/** What an operation needs of the server; a command has it too. */
export type UsersContext = Pick<Context, 'db' | 'now'>

/** What an operator or a backend did, in the audit; in the transaction that does it. */
export const recordAsked = (
  db: Database | Transaction,
  now: number,
  { appId, by: { actor, caller } }: Pick<Operation, 'appId'> & Pick<Asked, 'by'>,
  operation: Pick<Operation, 'type' | 'userId' | 'data'>,
): Promise<void> =>
  recordOperation(db, now, { ...operation, appId, actor: actor ?? null, ...(caller && { caller }) })

/** Whether what is only looked at is written down: of operators and commands. A backend looks as often as its site is used. */
export const isWatched = ({ by: { actor } }: Pick<Asked, 'by'>): boolean =>
  actor !== undefined && actor !== 'backend'

/** @throws `not_found` (404) */
export async function requireUser(
  db: Database | Transaction,
  appId: string,
  userId: string,
): Promise<typeof users.$inferSelect> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.appId, appId)))
  if (!user) throw noSuchUser()
  return user
}

/**
 * Locks a user whom a change is about, against all other changes of theirs.
 * @throws `not_found` (404) | `resource_conflict` (409) for one whom another took in
 */
export async function lockLivingUser(tx: Transaction, appId: string, userId: string): Promise<void> {
  await requireUser(tx, appId, userId)
  const locked = await lockUserRow(tx, userId)
  if (!locked) throw noSuchUser()
  if (locked.mergedInto === null) return
  throw apiError(
    'resource_conflict',
    `The account of this user became one with another: ${locked.mergedInto}. Name that user instead.`,
  )
}

const noSuchUser = () =>
  apiError('not_found', 'This app has no user with this id. Look for it among the users.')
