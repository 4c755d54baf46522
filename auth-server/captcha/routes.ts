import { type Challenge, challengeRequest } from '@vitrine/shared/captcha/proof-of-work.ts'
import { providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { type Route, route } from '../http/route.ts'
import { makeChallenge } from './proof-of-work.ts'

/** `/api/v1/captcha`. */
export const captchaRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /challenge',
    {
      origin: 'own',
      limit: { scope: 'captcha-challenge-network', perLogin: 1 },
      body: challengeRequest,
      rule: requireProofOfWork,
    },
    async ({ c, app }) => c.json((await makeChallenge(ctx, app.id)) satisfies Challenge),
  ),
]

/** @throws `not_supported` (422) */
function requireProofOfWork({ config }: App): void {
  if (config.captcha_enabled && providerOf(config) === 'altcha') return
  throw apiError('not_supported', 'This site does not ask for this check. Reload the page.')
}
