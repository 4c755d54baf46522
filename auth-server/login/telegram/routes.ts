import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import {
  authenticateRequest,
  initRequest,
  linkRequest,
  transferRequest,
  unlinkRequest,
} from '@vitrine/shared/api/login/telegram.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import { telegram } from '@vitrine/shared/login/telegram.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
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

const WAY = { method: 'telegram' } as const
const TYPE = accountTypeOf(WAY)

/** `proofByGrant` uses the flow up, and what follows the device's proof. */
const GRANT = {
  origin: 'own',
  limit: { scope: 'telegram-network', perLogin: 1 },
  method: 'telegram',
  proof: 'for-work',
} as const
/** A held device changes no way in. */
const DOOR = { session: true, unheld: true } as const

function requireLink({ config }: App): void {
  if (telegram.mayLink(config)) return
  throw apiError('disallowed_login_method', 'Adding Telegram to an account is turned off for this site.')
}

/**
 * A page's word of who somebody is logs in, where the operator lets it, and links nothing: a page could bring its own maker's,
 * who would then log in to the person's wallets.
 */
function requireBringing({ config }: App): void {
  if (config.telegram_auth_config?.seamless_auth_enabled) return
  throw apiError(
    'disallowed_login_method',
    'Logging in by a Mini App of Telegram is turned off for this site.',
  )
}
const notToLink = () =>
  apiError(
    'disallowed_login_method',
    'A Mini App cannot add Telegram to an account. Add it on Telegram’s page.',
  )

/** `/api/v1/telegram` (contract §2.4). A flow's window speaks to `/oauth_flows`. */
export const telegramRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /init',
    {
      origin: 'own',
      limit: { scope: 'telegram-init-network', perLogin: 2 },
      method: 'telegram',
      body: initRequest,
      rule: (app, { redirect_to, purpose }) => {
        if (purpose === 'link') requireLink(app)
        if (redirect_to !== undefined) readRedirectTo(app, redirect_to)
      },
      session: ({ purpose }: output<typeof initRequest>) => purpose === 'link',
      proof: 'spent',
      captcha: requireCaptcha,
    },
    async ({ c, app, body, session, proof }) =>
      c.json(await beginFlow(ctx, app, WAY, body, proof.thumbprint, session?.userId ?? null)),
  ),

  route(
    'POST /authenticate',
    { ...GRANT, body: signedLogin(authenticateRequest) },
    async ({ c, app, body, proof }) => {
      const proven = await proofByGrant(ctx, app, WAY, body, proof, null)
      if (proven.isBrought) requireBringing(app)
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
      rule: requireLink,
      stepUp: { purpose: 'link', target: () => stepUpTarget(TYPE) },
    },
    async ({ c, app, body, session, proof, stepUp }) => {
      const proven = await proofByGrant(ctx, app, WAY, body, proof, session.userId)
      if (proven.isBrought) throw notToLink()
      return c.json(await linkAccount(ctx, app, session, proven, stepUp))
    },
  ),

  route(
    'POST /unlink',
    {
      origin: 'own',
      limit: { scope: 'telegram-unlink-network', perLogin: 1 },
      ...DOOR,
      body: unlinkRequest,
      proof: 'spent',
      stepUp: {
        purpose: 'unlink',
        target: ({ telegram_user_id }) => stepUpTarget(TYPE, telegram_user_id),
      },
    },
    async ({ c, app, body: { telegram_user_id: subject }, session, stepUp }) =>
      c.json(await unlinkAccount(ctx, app, session, { type: TYPE, subject }, stepUp)),
  ),

  transferRoute(ctx, {
    body: transferRequest,
    limit: { scope: 'telegram-unlink-network', perLogin: 1 },
    method: 'telegram',
    identity: ({ telegram_user_id: subject }) => ({ type: TYPE, subject }),
  }),
]
