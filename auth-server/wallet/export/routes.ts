import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { exportRequest, type exportResponse } from '@vitrine/shared/wallet/import-export.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { signed } from '../../http/signed-request.ts'
import { WALLET_CALL } from '../call/guards.ts'
import { requireReachedWallet } from '../call/reached-wallet.ts'
import { exportWallet } from './export.ts'

/** `POST /wallets/:wallet_id/export` (contract §2.9). */
export const exportRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /wallets/:wallet_id/export',
    {
      ...WALLET_CALL,
      body: signed(exportRequest),
      stepUp: {
        purpose: 'export',
        async target(_body, { session, param }) {
          const { wallet } = await requireReachedWallet(ctx, session, param('wallet_id'))
          return walletTarget(wallet.chainType, wallet.address)
        },
      },
    },
    async ({ c, app, session, body, stepUp }) => {
      const reached = await requireReachedWallet(ctx, session, c.req.param('wallet_id'))
      const sealed = await exportWallet(ctx, { app, session, body, stepUp, reached })
      return c.json(sealed satisfies output<typeof exportResponse>)
    },
  ),
]
