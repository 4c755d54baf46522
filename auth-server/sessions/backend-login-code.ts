import { allowsOrigin } from '@vitrine/shared/config/allowed-origin.ts'
import { eq } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { backendLoginCodes, sessions } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { loadWireUser } from '../users/wire-user.ts'
import { hashToken, newSecretToken } from './secret-token.ts'

/** A login code may be redeemed this long. */
export const LOGIN_CODE_LIFETIME_MS = 60_000

/**
 * A code in the wrong hands is a login there: a page asks for itself alone, but for what its operator lists. That the page
 * is the one it says is the frame's word, which pinned its origin.
 * @throws `invalid_data` (400)
 */
export function requireAudience(
  { config }: App,
  { site, audience }: { readonly site: string; readonly audience: string },
): void {
  if (audience === site && allowsOrigin(config.allowed_domains, site)) return
  if (config.login_code_audiences.includes(audience)) return
  throw apiError(
    'invalid_data',
    `"${audience}" is no audience for a login code that ${site} asks for. The operator of the wallet adds it to login_code_audiences.`,
  )
}

/** Makes the one-time code by which a site's backend learns who its user is. `expires_at` in unix seconds. */
export async function createLoginCode(ctx: Context, session: ActiveSession, audience: string) {
  const code = newSecretToken()
  const expiresAt = ctx.now() + LOGIN_CODE_LIFETIME_MS
  await ctx.db.insert(backendLoginCodes).values({
    hash: hashToken(code),
    sessionId: session.id,
    audience,
    expiresAt: new Date(expiresAt),
  })
  return { code, expires_at: Math.floor(expiresAt / 1000) }
}

/**
 * Redeems a code for `app`, whose secret was checked. The code is deleted, and that is committed, before anything about
 * it is checked: it cannot be tried against a second audience or twice at once.
 * @throws `invalid_credentials` (422), the same for every reason
 */
export async function redeemLoginCode(ctx: Context, app: App, code: string, audience: string) {
  const [spent] = await ctx.db
    .delete(backendLoginCodes)
    .where(eq(backendLoginCodes.hash, hashToken(code)))
    .returning()
  if (!spent || spent.expiresAt.getTime() <= ctx.now() || spent.audience !== audience) throw refused()
  const [session] = await ctx.db.select().from(sessions).where(eq(sessions.id, spent.sessionId))
  if (session?.appId !== app.id || session.revokedAt !== null) throw refused()
  if (session.expiresAt.getTime() <= ctx.now()) throw refused()
  const user = await loadWireUser(ctx.db, session.userId)
  if (!user) throw refused()
  return {
    user,
    session: {
      id: session.id,
      created_at: Math.floor(session.createdAt.getTime() / 1000),
      expires_at: Math.floor(session.expiresAt.getTime() / 1000),
    },
    identity_token: await ctx.tokens.issueIdentityToken(app.id, user),
  }
}

const refused = () =>
  apiError(
    'invalid_credentials',
    'This login code is not valid: it works once, for 60 seconds, and only for the app and audience it was made for.',
  )
