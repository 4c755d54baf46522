import {
  authenticateRequest,
  initRequest,
  linkRequest,
  linkSmartWalletRequest,
  transferRequest,
  unlinkRequest,
} from '@vitrine/shared/api/login/siwe.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { signedLogin } from '../../http/signed-login.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { proofBySignature } from '../../wallet-sign-in/signature-proof.ts'
import { DOOR, SIGNED, walletRoutes } from '../../wallet-sign-in/wallet-routes.ts'

const SIGNED_LIMIT = { scope: 'siwe-network', perLogin: 1 } as const

/** `/api/v1/siwe` (contract §2.3). */
export const siweRoutes = (ctx: Context): readonly Route[] => [
  ...walletRoutes(ctx, {
    method: 'siwe',
    limits: {
      init: { scope: 'siwe-init-network', perLogin: 2 },
      signed: SIGNED_LIMIT,
      changed: { scope: 'siwe-unlink-network', perLogin: 1 },
    },
    init: initRequest,
    authenticate: authenticateRequest,
    link: linkRequest,
    unlink: unlinkRequest,
    transfer: transferRequest,
  }),

  route(
    'POST /link_smart_wallet',
    {
      ...SIGNED,
      ...DOOR,
      limit: SIGNED_LIMIT,
      method: 'siwe',
      body: signedLogin(linkSmartWalletRequest),
      stepUp: { purpose: 'link', target: () => stepUpTarget('smart_wallet') },
    },
    async ({ c, app, body, session, proof, stepUp }) => {
      const { smart_wallet_type: smartWalletType, smart_wallet_version: smartWalletVersion } = body.request
      const details = { smartWalletType, ...(smartWalletVersion && { smartWalletVersion }) }
      const account = { type: 'smart_wallet', details } as const
      const proven = await proofBySignature(ctx, app, 'siwe', body, proof, session.userId, account)
      return c.json(await linkAccount(ctx, app, session, proven, stepUp))
    },
  ),
]
