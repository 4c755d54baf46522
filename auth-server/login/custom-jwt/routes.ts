import { authenticateRequest, linkRequest, transferRequest } from '@vitrine/shared/api/login/custom-jwt.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { signedLogin } from '../../http/signed-login.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { findAccount } from '../../identity/identity.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { transferRoute } from '../../identity/transfer-route.ts'
import { proofByToken, requireIssuer } from './token-proof.ts'

/** A token may be shown again while it lasts: what is used up is the device's proof. */
const CALL = {
  origin: 'own',
  limit: { scope: 'custom-jwt-network', perLogin: 1 },
  method: 'custom-jwt',
  rule: requireIssuer,
  proof: 'for-work',
} as const

/** `/api/v1/custom_jwt_account` (contract §2.1). The signer checks the token: this process does not see it. */
export const customJwtRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /authenticate',
    { ...CALL, body: signedLogin(authenticateRequest) },
    async ({ c, app, body, proof }) => {
      const proven = await proofByToken(ctx, app, body, proof)
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
      c.json(await linkAccount(ctx, app, session, await proofByToken(ctx, app, body, proof), stepUp)),
  ),

  transferRoute(ctx, {
    body: transferRequest,
    limit: CALL.limit,
    method: 'custom-jwt',
    identity: ({ custom_user_id: subject }) => ({ type: 'custom_auth', subject }),
  }),
]
