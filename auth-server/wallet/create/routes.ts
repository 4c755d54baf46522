import { createWalletRequest } from '@vitrine/shared/wallet/create.ts'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import { type Route, route } from '../../http/route.ts'
import { signed } from '../../http/signed-request.ts'
import { WALLET_CALL } from '../call/guards.ts'
import { idempotencyOf, storedAnswer } from '../call/idempotency.ts'
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

/** @throws `not_supported` (422): in the other mode a key is made on the device, and none may come to be here. */
function requireServerMode({ config }: App): void {
  if (config.embedded_wallet_config.mode === 'user-controlled-server-wallets-only') return
  throw apiError('not_supported', 'Wallets of this app are made on the user’s device, not by the server.')
}
