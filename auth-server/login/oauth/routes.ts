import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import {
  authenticateRequest,
  initRequest,
  linkRequest,
  transferRequest,
  unlinkRequest,
} from '@vitrine/shared/api/login/oauth.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { requireMethod } from '../../entry/require-method.ts'
import { apiError } from '../../errors/api-error.ts'
import { type Route, route } from '../../http/route.ts'
import { signedLogin } from '../../http/signed-login.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { findAccount } from '../../identity/identity.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { transferRoute } from '../../identity/transfer-route.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { beginFlow } from '../../oauth-flow/begin-flow.ts'
import { proofByGrant } from '../../oauth-flow/grant-proof.ts'
import { readRedirectTo } from '../../oauth-flow/redirect-to.ts'
import { isSubject } from '../../oauth-providers/provider.ts'

/** `proofByGrant` uses the flow up, and what follows the device's proof. */
const GRANT = {
  origin: 'own',
  limit: { scope: 'oauth-network', perLogin: 1 },
  method: 'oauth',
  proof: 'for-work',
} as const
/** A held device changes no way in. */
const DOOR = { session: true, unheld: true } as const

const wayOf = ({ provider }: { readonly provider: string }) => ({ method: 'oauth', provider }) as const

const requireProvider = (app: App, provider: string) => requireMethod(app, 'oauth', provider)

/** Refuses a subject that no account can have. @throws `missing_or_invalid_privy_account_id` (400) */
function requireSubject(subject: string): void {
  if (isSubject(subject)) return
  throw apiError('missing_or_invalid_privy_account_id', 'This is no account’s subject.')
}

/** Unlike a login, which one that is turned off may not begin, an account of one may be taken away. */
function typeOf(provider: string) {
  try {
    return accountTypeOf({ method: 'oauth', provider })
  } catch {
    throw apiError('missing_or_invalid_privy_account_id', 'There is no such provider.')
  }
}

/** `/api/v1/oauth` (contract §2.5). */
export const oauthRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /init',
    {
      origin: 'own',
      limit: { scope: 'oauth-init-network', perLogin: 2 },
      method: 'oauth',
      body: initRequest,
      rule: (app, { provider, redirect_to }) => {
        requireProvider(app, provider)
        if (redirect_to !== undefined) readRedirectTo(app, redirect_to)
      },
      session: ({ purpose }: output<typeof initRequest>) => purpose === 'link',
      proof: 'spent',
      captcha: requireCaptcha,
    },
    async ({ c, app, body, session, proof }) =>
      c.json(await beginFlow(ctx, app, wayOf(body), body, proof.thumbprint, session?.userId ?? null)),
  ),

  route(
    'POST /authenticate',
    {
      ...GRANT,
      body: signedLogin(authenticateRequest),
      rule: (app, { request }) => requireProvider(app, request.provider),
    },
    async ({ c, app, body, proof }) => {
      const proven = await proofByGrant(ctx, app, wayOf(body.request), body, proof, null)
      const account = await findAccount(ctx, app.id, proven.identity)
      return c.json(
        await completeLogin(ctx, {
          app,
          proven,
          account,
          mode: body.request.mode,
          requireNewAllowed: proven.requireNewAllowed,
        }),
      )
    },
  ),

  route(
    'POST /link',
    {
      ...GRANT,
      ...DOOR,
      body: signedLogin(linkRequest),
      rule: (app, { request }) => requireProvider(app, request.provider),
      stepUp: { purpose: 'link', target: ({ request }) => stepUpTarget(typeOf(request.provider)) },
    },
    async ({ c, app, body, session, proof, stepUp }) => {
      const proven = await proofByGrant(ctx, app, wayOf(body.request), body, proof, session.userId)
      return c.json(await linkAccount(ctx, app, session, proven, stepUp))
    },
  ),

  route(
    'POST /unlink',
    {
      origin: 'own',
      limit: { scope: 'oauth-unlink-network', perLogin: 1 },
      ...DOOR,
      body: unlinkRequest,
      rule: (_, { subject }) => requireSubject(subject),
      proof: 'spent',
      stepUp: {
        purpose: 'unlink',
        target: ({ provider, subject }) => stepUpTarget(typeOf(provider), subject),
      },
    },
    async ({ c, app, body: { provider, subject }, session, stepUp }) =>
      c.json(await unlinkAccount(ctx, app, session, { type: typeOf(provider), subject }, stepUp)),
  ),

  transferRoute(ctx, {
    body: transferRequest,
    limit: { scope: 'oauth-unlink-network', perLogin: 1 },
    method: 'oauth',
    identity: ({ provider, userInfo }) => ({ type: typeOf(provider), subject: userInfo.subject }),
  }),
]
