import { createWalletRequest } from '@vitrine/shared/wallet/create.ts'
import type { Hono } from 'hono'
import type { Context } from '../../context.ts'
import { admit } from '../admit.ts'
import { storedAnswer } from '../idempotency.ts'
import { autoCreationKey } from './auto-creation-key.ts'
import { createWallet } from './create.ts'

/** `POST /wallets` (contract §2.9). */
export function mountCreate(routes: Hono, ctx: Context): void {
  routes.post('/', async c => {
    const call = await admit(ctx, c, createWalletRequest)
    const automatic = call.idempotency.key === autoCreationKey(call.session.userId)
    const stored = automatic ? null : await storedAnswer(ctx.db, call.idempotency, ctx.now())
    return c.json(stored ? stored.body : await createWallet(ctx, call, automatic))
  })
}
