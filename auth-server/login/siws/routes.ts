import { transferRequest, unlinkRequest } from '@vitrine/shared/api/login/siws.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { transferRoute } from '../../identity/transfer-route.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { solanaWallet } from '../../wallet-sign-in/wallet-identity.ts'

/** A held device changes no way in. */
const DOOR = { session: true, unheld: true } as const

/** `/api/v1/siws` (contract §2.3). */
export const siwsRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /unlink',
    {
      origin: 'own',
      limit: { scope: 'siws-unlink-network', perLogin: 1 },
      ...DOOR,
      body: unlinkRequest,
      proof: 'spent',
      stepUp: {
        purpose: 'unlink',
        target: ({ address }) => stepUpTarget('wallet', solanaWallet(address).subject),
      },
    },
    async ({ c, app, body: { address }, session, stepUp }) =>
      c.json(await unlinkAccount(ctx, app, session, solanaWallet(address), stepUp)),
  ),

  transferRoute(ctx, {
    body: transferRequest,
    limit: { scope: 'siws-unlink-network', perLogin: 1 },
    method: 'siws',
    identity: ({ address }) => solanaWallet(address),
  }),
]
