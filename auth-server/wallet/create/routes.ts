import { createWalletRequest } from '@vitrine/shared/wallet/create.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { signed } from '../../http/signed-request.ts'
import { WALLET_CALL } from '../call/guards.ts'
import { idempotencyOf, storedAnswer } from '../call/idempotency.ts'
import { requireServerMode } from '../call/require-server-mode.ts'
import { autoCreationKey } from './auto-creation-key.ts'
import { createWallet } from './create.ts'

/** `POST /wallets` (contract §2.9). */
export const createRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /wallets',
    { ...WALLET_CALL, body: signed(createWalletRequest), rule: requireServerMode },
    async ({ c, app, session, body }) => {
      const idempotency = idempotencyOf(session.userId, body.payload)
      const automatic = idempotency.key === autoCreationKey(session.userId, body.request.chain_type)
      const stored = automatic ? null : await storedAnswer(ctx.db, idempotency, ctx.now())
      const config = app.config.embedded_wallet_config
      return c.json(
        stored ? stored.body : await createWallet(ctx, { config, session, body, idempotency }, automatic),
      )
    },
  ),
]
