import {
  addSharingRequest,
  addWalletRequest,
  changeRecoveryRequest,
  keyMaterialRequest,
  registerSetRequest,
  releaseKeysRequest,
  releaseRecoveryRequest,
  releaseShareRequest,
} from '@vitrine/shared/wallet/embedded.ts'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { requireDevice } from '../sessions/device.ts'
import { admit } from '../wallet/call/admit.ts'
import { askSigner } from '../wallet/call/signer-refusal.ts'
import { admitSetCall } from './admit.ts'
import { addSharing, addWallet, changeRecovery } from './change.ts'
import { registerSet } from './register.ts'
import { keyMaterial, releaseRecovery, releaseShare } from './release.ts'

/**
 * `/api/v1/embedded_wallets`: wallets whose keys are made and used on the person's devices (DESIGN.md, Keys). The order of
 * the checks is in `admit.ts`; for the keys, which the signer gives, in `wallet/admit.ts`. Each call is idempotent by what
 * it changes, and no answer is kept.
 */
export function embeddedWalletRoutes(ctx: Context): Hono {
  const routes = new Hono()

  routes.post('/keys', async c => {
    const { session, request } = await admit(ctx, c, releaseKeysRequest)
    const { payload, signature } = request
    const device = await requireDevice(ctx, session)
    const { appId, userId } = session
    const authorization = { payload, signature }
    return c.json(await askSigner(ctx.signer.releaseShareKeys({ appId, userId, device, authorization })))
  })

  routes.post('/', async c => {
    const { app, session, body } = await admitSetCall(ctx, c, registerSetRequest)
    return c.json({ set: await registerSet(ctx, session, app.config.embedded_wallet_config, body) })
  })

  routes.post('/wallets', async c => {
    const { session, body } = await admitSetCall(ctx, c, addWalletRequest)
    return c.json({ set: await addWallet(ctx, session, body) })
  })

  routes.post('/sharings', async c => {
    const { session, body } = await admitSetCall(ctx, c, addSharingRequest)
    return c.json({ set: await addSharing(ctx, session, body) })
  })

  routes.post('/shares', async c => {
    const { session, body } = await admitSetCall(ctx, c, releaseShareRequest)
    return c.json(await releaseShare(ctx, session, body.set_id, body.sharing_id))
  })

  routes.post('/:address/recovery/key_material', async c => {
    const { session } = await admitSetCall(ctx, c, keyMaterialRequest)
    return c.json(await keyMaterial(ctx, session, c.req.param('address')))
  })

  routes.post('/:address/recovery/shares', async c => {
    const { session, body } = await admitSetCall(ctx, c, releaseRecoveryRequest)
    return c.json(await releaseRecovery(ctx, session, c.req.param('address'), body.verifier))
  })

  routes.post('/:address/recovery', async c => {
    const { app, session, body } = await admitSetCall(ctx, c, changeRecoveryRequest)
    return c.json({ set: await changeRecovery(ctx, session, app.config.embedded_wallet_config, body) })
  })

  return routes
}
