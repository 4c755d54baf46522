import { STEP_UP_LIFETIME_MS } from '@vitrine/shared/api/step-up.ts'
import { type SQL, sql } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { newDeviceHold } from '../account-changes/hold.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { ActiveSession } from '../http/session.ts'
import type { ProvenLogin } from '../identity/open-session.ts'
import { hashToken, newSecretToken } from '../sessions/secret-token.ts'
import type { Purpose } from './ways.ts'

/** What the person confirms. */
export interface Confirmed {
  readonly purpose: Purpose
  /** `stepUpTarget`; nothing for `release`. */
  readonly target: string
}

/** The proof. */
export interface Proven {
  readonly verified: ProvenLogin
  /** The account that was proven. */
  readonly accountId: string
  /** Returns a row the first time, and none ever after. */
  readonly consumption: SQL
}

/**
 * What a proof that holds comes to, in one statement with its use: a token for one change, of this session on this device,
 * or, for `release`, the freedom of the device.
 * @returns the token, `null` for `release`; `undefined` when the proof was used meanwhile
 */
export async function grant(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { purpose, target }: Confirmed,
  proven: Proven,
): Promise<string | null | undefined> {
  const { id, appId, userId, thumbprint } = session
  const {
    consumption,
    verified: { presence },
  } = proven
  if (purpose === 'release' && session.heldFor === 'resumed')
    return (await releaseResumed(ctx, app, session, proven)) ? null : undefined
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

/**
 * A resumed session becomes what a login by the same proof on a new device would be: the device gets the signer's seal, the session the
 * account that came in by it, and the user's addresses are told of a new device. What holds such a device, an alarm of the user or the
 * operator's wait for new devices, holds this one.
 * @returns `false` when the proof was used meanwhile
 */
async function releaseResumed(
  ctx: Context,
  app: App,
  { id, userId, thumbprint, caller }: ActiveSession,
  { verified, accountId, consumption }: Proven,
): Promise<boolean> {
  const newDevice = newDeviceHold(ctx, app)
  const ofNewDevice = newDevice === null ? null : new Date(newDevice).toISOString()
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const isFree = await ctx.db.transaction(async tx => {
    const { rows } = await tx.execute(sql`
      with consumed as (${consumption}), alarm as (
        select (select held_until from users where id = ${userId} and held_until > ${now}) as until from consumed
      ), device as (
        update devices set seal = ${verified.device.seal}, held_until = coalesce(alarm.until, ${ofNewDevice}::timestamptz),
          held_for = case when alarm.until is not null then 'alarm'
            when ${ofNewDevice}::timestamptz is not null then 'new-device' end
        from alarm where user_id = ${userId} and thumbprint = ${thumbprint} and held_for = 'resumed'
        returning thumbprint
      )
      update sessions set account_id = ${accountId} from device where sessions.id = ${id} returning sessions.id`)
    if (rows.length === 0) return false
    await recordChange(
      ctx,
      tx,
      app,
      { userId, thumbprint, caller },
      { kind: 'device', added: null, removed: [] },
    )
    return true
  })
  if (isFree) deliverSoon(ctx)
  return isFree
}
