import { STEP_UP_LIFETIME_MS } from '@vitrine/shared/api/step-up.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { SealedPresence } from '../database/schema.ts'
import type { ActiveSession } from '../http/session.ts'
import { hashToken, newSecretToken } from '../sessions/secret-token.ts'
import type { Purpose } from './ways.ts'

/** What the person confirms. */
export interface Confirmed {
  readonly purpose: Purpose
  /** `stepUpTarget`; nothing for `release`. */
  readonly target: string
}

/**
 * What a proof that holds comes to, in one statement with its use: a token for one change, of this session on this device,
 * or, for `release`, the freedom of the device.
 * @param presence the signer's word for the proof
 * @param consumption returns a row the first time, and none ever after
 * @returns the token, `null` for `release`; `undefined` when the proof was used meanwhile
 */
export async function grant(
  ctx: Context,
  session: ActiveSession,
  { purpose, target }: Confirmed,
  presence: SealedPresence | undefined,
  consumption: SQL,
): Promise<string | null | undefined> {
  const { id, appId, userId, thumbprint } = session
  if (purpose === 'release') {
    const { rows } = await ctx.db.execute(sql`
      with consumed as (${consumption})
      update devices set held_until = null, held_for = null from consumed
      where user_id = ${userId} and thumbprint = ${thumbprint} returning thumbprint`)
    return rows.length === 1 ? null : undefined
  }
  const token = newSecretToken()
  const expiresAt = new Date(ctx.now() + STEP_UP_LIFETIME_MS).toISOString()
  const { rows } = await ctx.db.execute(sql`
    with consumed as (${consumption})
    insert into step_ups (hash, app_id, user_id, session_id, thumbprint, purpose, target, presence, expires_at)
    select ${hashToken(token)}, ${appId}, ${userId}, ${id}, ${thumbprint}, ${purpose}, ${target},
      ${presence ? JSON.stringify(presence) : null}::jsonb, ${expiresAt}::timestamptz
    from consumed returning hash`)
  return rows.length === 1 ? token : undefined
}
