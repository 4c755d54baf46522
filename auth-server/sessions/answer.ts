import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import type { Context } from '../context.ts'
import type { AccessGrant } from './tokens.ts'

/** The answer of every `authenticate` path and of `/sessions` (contract §1, AuthenticatedUser). */
export async function authenticatedAnswer(
  ctx: Context,
  grant: AccessGrant,
  user: WireUser,
  refreshToken: string,
): Promise<AuthenticatedUser> {
  const [token, identityToken] = await Promise.all([
    ctx.tokens.issueAccessToken(grant),
    ctx.tokens.issueIdentityToken(grant.appId, user),
  ])
  return {
    user,
    token,
    refresh_token: refreshToken,
    identity_token: identityToken,
    session_update_action: 'set',
  }
}
