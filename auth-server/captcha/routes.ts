import { type Challenge, challengeRequest } from '@vitrine/shared/captcha/proof-of-work.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { type Route, route } from '../http/route.ts'
import { makeChallenge } from './proof-of-work.ts'
import { demandedProvider } from './require-captcha.ts'

/** `/api/v1/captcha`. */
export const captchaRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /challenge',
    {
      origin: 'own',
      limit: { scope: 'captcha-challenge-network', perLogin: 1 },
      body: challengeRequest,
    },
    async ({ c, app }) => {
      if ((await demandedProvider(ctx, app)) !== 'altcha') throw notAskedFor()
      return c.json((await makeChallenge(ctx, app.id)) satisfies Challenge)
    },
  ),
]

const notAskedFor = () => apiError('not_supported', 'This site does not ask for this check. Reload the page.')
