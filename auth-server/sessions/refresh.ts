import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { refreshTokens, sessions } from '../database/schema.ts'
import { isDenied } from '../entry/allowlist.ts'
import { apiError } from '../errors/api-error.ts'
import type { Caller } from '../http/caller.ts'
import type { DpopProof } from '../http/dpop.ts'
import { loadWireUser } from '../users/wire-user.ts'
import { authenticatedAnswer } from './answer.ts'
import { revokeSession } from './revoke.ts'
import { hashToken, newSecretToken, SESSION_LIFETIME_MS } from './secret-token.ts'

/**
 * Exchanges a refresh token for its successor and new JWTs (contract §1; RFC 9700 §4.14: rotation and sender constraint).
 * The proof's key is compared before the token is touched: who stole the token alone can neither use nor burn it.
 * A token that comes back after its use ends the session: one of the two holders is a thief. So does a denylist that the
 * user came onto: who is on it keeps a session no longer than an access token lasts.
 * @throws `missing_or_invalid_token` | `token_already_used` (401)
 */
export async function refreshSession(
  ctx: Context,
  appId: string,
  refreshToken: string | undefined,
  proof: DpopProof,
  caller: Caller,
): Promise<AuthenticatedUser> {
  if (refreshToken === undefined) throw sessionEnded()
  const hash = hashToken(refreshToken)
  const [session] = await ctx.db
    .select({
      id: sessions.id,
      appId: sessions.appId,
      userId: sessions.userId,
      thumbprint: sessions.thumbprint,
      revokedAt: sessions.revokedAt,
      expiresAt: refreshTokens.expiresAt,
      isResumedFromEnded: sql<boolean>`resumed_from is not null and not exists (
        select from sessions as first
        where first.id = sessions.resumed_from and first.revoked_at is null
          and first.expires_at > ${new Date(ctx.now()).toISOString()}::timestamptz
      )`,
      appDenies: sql<boolean>`exists (select from entry_rules where app_id = ${sessions.appId} and list = 'deny')`,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash))
  if (!session || session.appId !== appId) throw sessionEnded()
  if (proof.thumbprint !== session.thumbprint) throw proof.refused()
  if (!(await spendNonce(ctx.db, proof.nonce))) throw proof.refused()
  if (session.revokedAt !== null || session.expiresAt.getTime() <= ctx.now()) throw sessionEnded()
  // A resumed session lives no longer than the login that it goes back to.
  if (session.isResumedFromEnded) throw sessionEnded()
  if (session.appDenies && (await isDenied(ctx, appId, session.userId))) {
    await revokeSession(ctx, session.id, { by: { thumbprint: proof.thumbprint, caller }, why: 'denied' })
    throw sessionEnded()
  }

  const successor = newSecretToken()
  if (!(await rotate(ctx, session.id, hash, hashToken(successor), caller))) {
    await revokeSession(ctx, session.id, { by: { thumbprint: proof.thumbprint, caller }, why: 'reuse' })
    throw apiError(
      'token_already_used',
      'This session was used from somewhere else and has been ended for safety. Log in again.',
    )
  }
  const user = await loadWireUser(ctx.db, session.userId)
  if (!user) throw sessionEnded()
  return authenticatedAnswer(ctx, { ...session, sessionId: session.id }, user, successor)
}

/**
 * Marks the token used and writes its successor in one statement: the successor exists only if this call was the one that
 * used the token, and a crash leaves either both or neither.
 */
async function rotate(
  ctx: Context,
  sessionId: string,
  hash: string,
  successorHash: string,
  { from }: Caller,
): Promise<boolean> {
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const expiresAt = sql`${new Date(ctx.now() + SESSION_LIFETIME_MS).toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute(sql`
    with used as (
      update refresh_tokens set used_at = ${now} where hash = ${hash} and used_at is null returning session_id
    ), successor as (
      insert into refresh_tokens (hash, session_id, expires_at)
      select ${successorHash}, session_id, ${expiresAt} from used
    ), prolonged as (
      update sessions set expires_at = ${expiresAt}, network = ${from.network ?? null}::text
      from used where id = used.session_id
    )
    select session_id from used where session_id = ${sessionId}`)
  return rows.length === 1
}

const sessionEnded = () => apiError('missing_or_invalid_token', 'The session has ended. Log in again.')
