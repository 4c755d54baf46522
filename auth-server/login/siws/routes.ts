import {
  authenticateRequest,
  initRequest,
  linkRequest,
  transferRequest,
  unlinkRequest,
} from '@vitrine/shared/api/login/siws.ts'
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { walletRoutes } from '../../wallet-sign-in/wallet-routes.ts'

/** `/api/v1/siws` (contract §2.3). */
export const siwsRoutes = (ctx: Context): readonly Route[] =>
  walletRoutes(ctx, {
    method: 'siws',
    limits: {
      init: { scope: 'siws-init-network', perLogin: 2 },
      signed: { scope: 'siws-network', perLogin: 1 },
      changed: { scope: 'siws-unlink-network', perLogin: 1 },
    },
    init: initRequest,
    authenticate: authenticateRequest,
    link: linkRequest,
    unlink: unlinkRequest,
    transfer: transferRequest,
  })
