import type { ManagedUser } from '@vitrine/shared/api/users.ts'
import { inArray, sql } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import { loadWireUsers } from '../users/wire-user.ts'
import { type Asked, isWatched, recordAsked, requireUser, type UsersContext } from './asked.ts'

/** Users as backends and operators see them, in the order of their ids. Those who are gone are left out. */
export async function loadManagedUsers(
  { db, now }: UsersContext,
  userIds: readonly string[],
): Promise<readonly ManagedUser[]> {
  if (userIds.length === 0) return []
  const at = sql`${new Date(now()).toISOString()}::timestamptz`
  const wire = new Map((await loadWireUsers(db, userIds)).map(user => [user.id, user]))
  const rows = await db
    .select({
      id: users.id,
      customMetadata: users.customMetadata,
      mergedInto: users.mergedInto,
      lastLoginAt: sql<number | null>`(
        select floor(extract(epoch from max(latest_verified_at)))::float8 from accounts where user_id = users.id)`,
      activeSessions: sql<number>`(
        select count(*)::int from sessions where user_id = users.id and revoked_at is null and expires_at > ${at})`,
      mergedUsers: sql<string[]>`(
        select coalesce(json_agg(taken.id order by taken.id), '[]') from users taken where taken.merged_into = users.id)`,
    })
    .from(users)
    .where(inArray(users.id, [...userIds]))
  const more = new Map(rows.map(row => [row.id, row]))
  return userIds.flatMap(id => {
    const user = wire.get(id)
    const row = more.get(id)
    if (!user || !row) return []
    return {
      ...user,
      // Of a user whom another took in the wallets are that one's.
      linked_accounts: row.mergedInto === null ? user.linked_accounts : [],
      custom_metadata: row.customMetadata,
      last_login_at: row.lastLoginAt,
      active_sessions: row.activeSessions,
      merged_into: row.mergedInto,
      merged_users: row.mergedUsers,
    }
  })
}

/**
 * One user. Of whom another took in there is little left: `merged_into` says who has it now.
 * @throws `not_found` (404)
 */
export async function showUser(ctx: UsersContext, asked: Asked, userId: string): Promise<ManagedUser> {
  await requireUser(ctx.db, asked.appId, userId)
  if (isWatched(asked)) await recordAsked(ctx.db, ctx.now(), asked, { type: 'user.viewed', userId })
  return requireManagedUser(ctx, asked.appId, userId)
}

/** The user after a change. @throws `not_found` (404) when they were deleted since */
export async function requireManagedUser(
  ctx: UsersContext,
  appId: string,
  userId: string,
): Promise<ManagedUser> {
  const [user] = await loadManagedUsers(ctx, [userId])
  if (user) return user
  await requireUser(ctx.db, appId, userId)
  throw new Error('A user who is there cannot be read')
}
