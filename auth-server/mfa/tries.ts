import { MFA_REST_MS, MFA_TRIES } from '@vitrine/shared/mfa/limits.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * Takes a try from a user's second factors, in a committed statement before anything is verified: all of their factors, devices and
 * servers share them. A try that was right is given back; after the last one all rest.
 * @returns how many are left, this one not included
 * @throws `mfa_verification_max_attempts_reached` (429)
 */
export async function takeMfaTry(ctx: Context, userId: string): Promise<number> {
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const rested = sql`${new Date(ctx.now() + MFA_REST_MS).toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute<{ tries: number }>(sql`
    insert into mfa_tries (user_id, tries, expires_at) values (${userId}, 1, ${rested})
    on conflict (user_id) do update set expires_at = excluded.expires_at,
      tries = case when mfa_tries.expires_at <= ${now} then 1 else mfa_tries.tries + 1 end
    where mfa_tries.expires_at <= ${now} or mfa_tries.tries < ${MFA_TRIES}
    returning tries`)
  const [taken] = rows
  if (taken) return MFA_TRIES - taken.tries
  throw await attemptsReached(ctx, userId)
}

/** All factors of the user rest; those that a signer has counted too. */
export async function attemptsReached(ctx: Context, userId: string): Promise<Error> {
  const { rows } = await ctx.db.execute<{ until: number | null }>(
    sql`select (extract(epoch from expires_at) * 1000)::float8 as until from mfa_tries where user_id = ${userId}`,
  )
  const waitMs = (rows[0]?.until ?? ctx.now() + MFA_REST_MS) - ctx.now()
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return apiError(
    'mfa_verification_max_attempts_reached',
    'Too many wrong codes. Wait a quarter of an hour, then try again.',
    { data: { retryAfter } },
  )
}

/** With what the right one led to. */
export const giveBackTry = (tx: Transaction, userId: string): Promise<unknown> =>
  tx.execute(sql`update mfa_tries set tries = greatest(tries - 1, 0) where user_id = ${userId}`)
