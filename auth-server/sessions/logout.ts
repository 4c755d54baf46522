import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { devices, refreshTokens, sessions } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { Caller } from '../http/caller.ts'
import type { DpopProof } from '../http/dpop.ts'
import { requireNotResumed } from '../http/require-unheld.ts'
import { revokeAllSessions, revokeSession } from './revoke.ts'
import { hashToken } from './secret-token.ts'

/**
 * Ends the session that a refresh token belongs to, or every session of its user. A token that is good still ends its own
 * session without a proof: a device that lost its key must be able to. A used one, which may lie in a log or a backup, and
 * the end of other devices' sessions take a proof by the session's key.
 * @param prove reads the call's proof. @throws `already_logged_out` | `missing_or_invalid_token` (401)
 */
export async function logOutByRefreshToken(
  ctx: Context,
  appId: string,
  refreshToken: string,
  allDevices: boolean,
  caller: Caller,
  prove: () => Promise<DpopProof>,
): Promise<void> {
  const [session] = await ctx.db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      thumbprint: sessions.thumbprint,
      revokedAt: sessions.revokedAt,
      heldFor: devices.heldFor,
      usedAt: refreshTokens.usedAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .leftJoin(devices, and(eq(devices.userId, sessions.userId), eq(devices.thumbprint, sessions.thumbprint)))
    .where(and(eq(refreshTokens.hash, hashToken(refreshToken)), eq(sessions.appId, appId)))
  // A token of an ended session must not end the user's other sessions.
  if (!session || session.revokedAt !== null) {
    throw apiError('already_logged_out', 'This session has already ended.')
  }
  if (session.usedAt !== null || allDevices) {
    const proof = await prove()
    if (proof.thumbprint !== session.thumbprint) throw proof.refused()
    if (!(await spendNonce(ctx.db, proof.nonce))) throw proof.refused()
  }
  if (allDevices) requireNotResumed(session)
  const by = { thumbprint: session.thumbprint, caller }
  if (allDevices) await revokeAllSessions(ctx, session.userId, by)
  else await revokeSession(ctx, session.id, { by, why: 'self' })
}
