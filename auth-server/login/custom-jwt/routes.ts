import { authenticateRequest, linkRequest } from '@vitrine/shared/api/login/custom-jwt.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { CustomJwtConfig } from '@vitrine/shared/config/app-config.ts'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import type { DpopProof } from '../../http/dpop.ts'
import { type Route, route } from '../../http/route.ts'
import { signedLogin } from '../../http/signed-login.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { deviceBoundProof } from '../../identity/device-bound-proof.ts'
import { findAccount } from '../../identity/identity.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { createIssuerKeys } from './issuer-keys.ts'
import { verifySiteToken } from './verify-site-token.ts'

/** A token may be shown again while it lasts: what is used up is the device's proof. */
const CALL = {
  origin: 'own',
  limit: { scope: 'custom-jwt-network', perLogin: 1 },
  method: 'custom-jwt',
  rule: requireIssuer,
  proof: 'for-work',
} as const

/** `/api/v1/custom_jwt_account` (contract §2.1). */
export function customJwtRoutes(ctx: Context): readonly Route[] {
  const keysOf = createIssuerKeys()
  const prove = async (app: App, signed: SignedRequest<{ readonly token: string }>, dpop: DpopProof) => {
    const { token } = signed.request
    const config = requireIssuer(app)
    const subject = await verifySiteToken(token, config, keysOf(config), ctx.now())
    const proof = {
      type: 'attested',
      method: 'custom-jwt',
      appId: app.id,
      subject,
      statement: token,
    } as const
    return deviceBoundProof({ type: 'custom_auth', subject } as const, proof, signed, dpop)
  }

  return [
    route(
      'POST /authenticate',
      { ...CALL, body: signedLogin(authenticateRequest) },
      async ({ c, app, body, proof }) => {
        const proven = await prove(app, body, proof)
        const account = await findAccount(ctx, app.id, proven.identity)
        return c.json(await completeLogin(ctx, { app, proven, account, mode: body.request.mode }))
      },
    ),

    route(
      'POST /link',
      {
        ...CALL,
        body: signedLogin(linkRequest),
        session: true,
        unheld: true,
        stepUp: { purpose: 'link', target: () => stepUpTarget('custom_auth') },
      },
      async ({ c, app, body, session, proof, stepUp }) =>
        c.json(await linkAccount(ctx, app, session, await prove(app, body, proof), stepUp)),
    ),
  ]
}

/** @throws `disallowed_login_method` (403) */
function requireIssuer({ config }: App): CustomJwtConfig {
  if (config.custom_jwt_config) return config.custom_jwt_config
  throw apiError('disallowed_login_method', 'This site has not set up logging in with its own accounts.')
}
