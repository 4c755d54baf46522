import { createWalletRequest } from '@vitrine/shared/wallet/create.ts'
import type { Hono } from 'hono'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import { admit } from '../call/admit.ts'
import { storedAnswer } from '../call/idempotency.ts'
import { autoCreationKey } from './auto-creation-key.ts'
import { createWallet } from './create.ts'

/** `POST /wallets` (contract §2.9). */
export function mountCreate(routes: Hono, ctx: Context): void {
  routes.post('/', async c => {
    const call = await admit(ctx, c, createWalletRequest)
    requireServerMode(call.app)
    const automatic =
      call.idempotency.key === autoCreationKey(call.session.userId, call.request.body.chain_type)
    const stored = automatic ? null : await storedAnswer(ctx.db, call.idempotency, ctx.now())
    return c.json(stored ? stored.body : await createWallet(ctx, call, automatic))
  })
}

/** @throws `not_supported` (422): in the other mode a key is made on the device, and none may come to be here. */
function requireServerMode({ config }: App): void {
  if (config.embedded_wallet_config.mode === 'user-controlled-server-wallets-only') return
  throw apiError('not_supported', 'Wallets of this app are made on the user’s device, not by the server.')
}
