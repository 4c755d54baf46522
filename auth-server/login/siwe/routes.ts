import { transferRequest, unlinkRequest } from '@vitrine/shared/api/login/siwe.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { transferRoute } from '../../identity/transfer-route.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { ethereumWallet } from '../../wallet-sign-in/wallet-identity.ts'

/** A held device changes no way in. */
const DOOR = { session: true, unheld: true } as const

/** `/api/v1/siwe` (contract §2.3). */
export const siweRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /unlink',
    {
      origin: 'own',
      limit: { scope: 'siwe-unlink-network', perLogin: 1 },
      ...DOOR,
      body: unlinkRequest,
      proof: 'spent',
      stepUp: {
        purpose: 'unlink',
        target(body) {
          const { type, subject } = namedBy(body)
          return stepUpTarget(type, subject)
        },
      },
    },
    async ({ c, app, body, session, stepUp }) =>
      c.json(await unlinkAccount(ctx, app, session, namedBy(body), stepUp)),
  ),

  transferRoute(ctx, {
    body: transferRequest,
    limit: { scope: 'siwe-unlink-network', perLogin: 1 },
    method: 'siwe',
    identity: ({ address }) => ethereumWallet(address),
  }),
]

const namedBy = ({ type, address }: output<typeof unlinkRequest>) =>
  type === 'smart_wallet' ? { type, subject: address.toLowerCase() } : ethereumWallet(address)
