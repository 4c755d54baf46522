import { type Challenge, challengeRequest } from '@vitrine/shared/captcha/proof-of-work.ts'
import { providerOf } from '@vitrine/shared/captcha/provider.ts'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { requireApp } from '../http/app-id.ts'
import { readBody } from '../http/body.ts'
import { clientNetwork } from '../http/network.ts'
import { requireOwnOrigin } from '../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../http/rate-limit.ts'
import { makeChallenge } from './proof-of-work.ts'

/** `/api/v1/captcha`. */
export function captchaRoutes(ctx: Context): Hono {
  const routes = new Hono()

  routes.post('/challenge', async c => {
    requireOwnOrigin(ctx.settings, c)
    await limitRate(ctx, [
      {
        scope: 'captcha-challenge-network',
        subject: clientNetwork(ctx.settings, c),
        limit: ctx.settings.networkLimit,
        windowMs: TEN_MINUTES_MS,
      },
    ])
    const app = await requireApp(ctx, c)
    await readBody(c, challengeRequest)
    if (!app.config.captcha_enabled || providerOf(app.config) !== 'altcha') {
      throw apiError('not_supported', 'This site does not ask for this check. Reload the page.')
    }
    return c.json((await makeChallenge(ctx, app.id)) satisfies Challenge)
  })

  return routes
}
