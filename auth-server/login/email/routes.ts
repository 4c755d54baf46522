import { authenticateRequest, initRequest, type initResponse } from '@vitrine/shared/login/email.ts'
import { Hono } from 'hono'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { requireApp } from '../../http/app-id.ts'
import { readBody } from '../../http/body.ts'
import { readDpopProof } from '../../http/dpop.ts'
import { apiError } from '../../http/errors.ts'
import { clientNetwork } from '../../http/network.ts'
import { requireOwnOrigin } from '../../http/origin.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { authenticate, invalidDeviceProof } from './authenticate.ts'
import { sendCode } from './init.ts'
import { guessLimits, mailLimits, networkLimits } from './limits.ts'

/** `/api/v1/passwordless` (contract §2.2). */
export function emailRoutes(ctx: Context): Hono {
  const routes = new Hono()

  routes.post('/init', async c => {
    requireOwnOrigin(ctx.settings, c)
    await limitRate(ctx, networkLimits(ctx.settings, 'init', clientNetwork(ctx.settings, c)))
    const app = await requireApp(ctx, c)
    const { email } = await readBody(c, initRequest)
    requireAllowed(app, email)
    await limitRate(ctx, mailLimits(app.id, email))
    await sendCode(ctx, app, email)
    return c.json({ success: true } satisfies output<typeof initResponse>)
  })

  routes.post('/authenticate', async c => {
    requireOwnOrigin(ctx.settings, c)
    await limitRate(ctx, networkLimits(ctx.settings, 'authenticate', clientNetwork(ctx.settings, c)))
    const app = await requireApp(ctx, c)
    const credentials = await readBody(c, authenticateRequest)
    requireAllowed(app, credentials.email)
    const proof = await readDpopProof(ctx, c)
    if (!proof) throw invalidDeviceProof()
    await limitRate(ctx, guessLimits(app.id, credentials.email))
    return c.json(await authenticate(ctx, app, credentials, proof, `${ctx.settings.origin}${c.req.path}`))
  })

  return routes
}

/** @throws `disallowed_login_method` (403) | `disallowed_plus_email` (422) */
function requireAllowed(app: App, address: string): void {
  if (!app.config.email_auth) {
    throw apiError('disallowed_login_method', 'Logging in by e-mail is turned off for this site.')
  }
  if (app.config.disable_plus_emails && address.slice(0, address.lastIndexOf('@')).includes('+')) {
    throw apiError(
      'disallowed_plus_email',
      'Addresses with a “+” are not accepted here. Use the address without it.',
    )
  }
}
