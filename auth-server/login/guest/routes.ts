import { authenticateRequest } from '@vitrine/shared/login/guest-api.ts'
import { Hono } from 'hono'
import type { Context } from '../../context.ts'
import { requireMethod } from '../../entry/require-method.ts'
import { requireApp } from '../../http/app-id.ts'
import { readBody } from '../../http/body.ts'
import { invalidDeviceProof, readNewDeviceProof } from '../../http/dpop.ts'
import { clientNetwork } from '../../http/network.ts'
import { requireOwnOrigin } from '../../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../../http/rate-limit.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { deviceBoundProof } from '../../identity/device-bound-proof.ts'
import { findAccount } from '../../identity/identity.ts'
import { guestSubject } from '../../signer/guest-subject.ts'

/** `/api/v1/guest` (contract §2.1). A guest becomes a user like any other with the first link, see `link-account.ts`. */
export function guestRoutes(ctx: Context): Hono {
  const routes = new Hono()
  const { settings } = ctx

  routes.post('/authenticate', async c => {
    requireOwnOrigin(settings, c)
    // A credential cannot be guessed: this bounds how many users one network makes.
    const subject = clientNetwork(settings, c)
    const limit = settings.networkLimit
    await limitRate(ctx, [{ scope: 'guest-network', subject, limit, windowMs: TEN_MINUTES_MS }])
    const app = await requireApp(ctx, c)
    requireMethod(app, 'guest')
    const { guest_credential: credential } = await readBody(c, authenticateRequest)
    const dpop = await readNewDeviceProof(ctx, c)
    const identity = { type: 'guest', subject: guestSubject(credential) } as const
    const proven = deviceBoundProof(
      identity,
      { type: 'guest', appId: app.id, credential },
      { dpop, url: `${settings.origin}${c.req.path}`, invalidDeviceProof },
    )
    const account = await findAccount(ctx, app.id, identity)
    return c.json(await completeLogin(ctx, { app, proven, account, mode: undefined }))
  })

  return routes
}
