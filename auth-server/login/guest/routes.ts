import { authenticateRequest } from '@vitrine/shared/api/login/guest.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { signedLogin } from '../../http/signed-login.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { deviceBoundProof } from '../../identity/device-bound-proof.ts'
import { findAccount } from '../../identity/identity.ts'

/** A credential cannot be guessed: this bounds how many users one network makes. */
const LIMIT = { scope: 'guest-network', perLogin: 1 } as const

/** `/api/v1/guest` (contract §2.1). A guest becomes a user like any other with the first link, see `link-account.ts`. */
export const guestRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /authenticate',
    {
      origin: 'own',
      limit: LIMIT,
      body: signedLogin(authenticateRequest),
      method: 'guest',
      proof: 'for-work',
    },
    async ({ c, app, body: signed, proof: dpop }) => {
      const { guest_credential: credential, subject } = signed.request
      const identity = { type: 'guest', subject } as const
      const proof = { type: 'secret', appId: app.id, subject, credential } as const
      const proven = deviceBoundProof(identity, proof, signed, dpop)
      const account = await findAccount(ctx, app.id, identity)
      return c.json(await completeLogin(ctx, { app, proven, account, mode: undefined }))
    },
  ),
]
