import { MFA_TOKEN_HEADER } from '@vitrine/shared/api/headers.ts'
import { ACCOUNT_DELETED } from '@vitrine/shared/errors/account-deleted.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context as RequestContext } from 'hono'
import type { Context } from '../context.ts'
import { devices, type SealedPresence, sessions } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { type Caller, callerOf } from './caller.ts'
import { wasDeleted } from './was-deleted.ts'

/** A session that is alive: its access token verified, its row neither revoked nor expired. */
export interface ActiveSession {
  readonly id: string
  readonly appId: string
  readonly userId: string
  /** RFC 7638 thumbprint of the device key that it is bound to. */
  readonly thumbprint: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly accessToken: string
  /** The way in that opened it; `null` for sessions of earlier releases. */
  readonly accountId: string | null
  /** The signer's word for its login; `null` for sessions of earlier releases. */
  readonly presence: SealedPresence | null
  /** Until when its device is held, if it is; see `require-unheld.ts`. */
  readonly heldUntil: Date | null
  /** Why it is held. */
  readonly heldFor: (typeof devices.$inferSelect)['heldFor']
  /** Of the call at hand. */
  readonly caller: Caller
  /** The proof of a second factor that came with the call, as it came. */
  readonly mfaToken: string | null
}

/**
 * The session of `authorization: Bearer <access token>`. The row decides, not the token alone: a logout ends every access
 * token of the session at once, not when it expires.
 * @throws `missing_or_invalid_token` (401)
 */
export async function requireSession(ctx: Context, c: RequestContext, appId: string): Promise<ActiveSession> {
  const accessToken = /^Bearer ([\w.-]{1,4096})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const claims = accessToken ? await ctx.tokens.verifyAccessToken(accessToken, appId) : null
  if (!accessToken || !claims) throw invalidToken()
  const [found] = await ctx.db
    .select({ row: sessions, heldUntil: devices.heldUntil, heldFor: devices.heldFor })
    .from(sessions)
    .leftJoin(devices, and(eq(devices.userId, sessions.userId), eq(devices.thumbprint, sessions.thumbprint)))
    .where(
      and(
        eq(sessions.id, claims.sid),
        eq(sessions.appId, appId),
        isNull(sessions.revokedAt),
        // A logout that ran while this one was resumed did not see it.
        sql`(${sessions.resumedFrom} is null or exists (
          select from sessions as first where first.id = ${sessions.resumedFrom} and first.revoked_at is null
        ))`,
      ),
    )
  // The token is good: whoever asks was this user, and is told why they are no longer.
  if (!found) throw (await wasDeleted(ctx.db, claims.sub)) ? accountDeleted() : invalidToken()
  const { row, heldUntil, heldFor } = found
  if (row.expiresAt.getTime() <= ctx.now() || row.userId !== claims.sub) throw invalidToken()
  const mfaToken = c.req.header(MFA_TOKEN_HEADER) ?? null
  return { ...row, accessToken, heldUntil, heldFor, caller: callerOf(ctx.settings, c), mfaToken }
}

const accountDeleted = () => apiError('missing_or_invalid_token', ACCOUNT_DELETED)

function invalidToken() {
  return apiError('missing_or_invalid_token', 'The session has ended. Log in again.')
}
