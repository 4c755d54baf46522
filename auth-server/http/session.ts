import { and, eq, isNull } from 'drizzle-orm'
import type { Context as RequestContext } from 'hono'
import type { Context } from '../context.ts'
import { sessions } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'

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
  const [row] = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, claims.sid), eq(sessions.appId, appId), isNull(sessions.revokedAt)))
  if (!row || row.expiresAt.getTime() <= ctx.now() || row.userId !== claims.sub) throw invalidToken()
  return { ...row, accessToken }
}

function invalidToken() {
  return apiError('missing_or_invalid_token', 'The session has ended. Log in again.')
}
