import { renameRequest, unlinkRequest } from '@vitrine/shared/api/login/passkey.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import type { Context } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { maybeSigned } from '../http/signed-request.ts'
import { unlinkPasskey } from './passkeys.ts'
import { renamePasskey } from './rename-passkey.ts'

/**
 * `POST /passkeys/unlink` (contract §2.6) and `/passkeys/rename`, also where the method is turned off by now: a passkey may be a second
 * factor besides.
 */
export const ownPasskeyRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /unlink',
    {
      origin: 'own',
      limit: { scope: 'passkey-answer-network', perLogin: 1 },
      proof: 'spent',
      session: true,
      unheld: true,
      body: maybeSigned(unlinkRequest),
      stepUp: { purpose: 'unlink', target: ({ request }) => stepUpTarget('passkey', request.credential_id) },
    },
    async ({ c, app, body, session, stepUp }) =>
      c.json((await unlinkPasskey(ctx, { app, session, stepUp, ...body })) satisfies WireUser),
  ),

  route(
    'POST /rename',
    {
      origin: 'own',
      limit: { scope: 'passkey-rename-network', perLogin: 1 },
      proof: 'spent',
      session: true,
      unheld: true,
      body: renameRequest,
      userLimit: { scope: 'passkey-rename-user', calls: 60 },
    },
    async ({ c, body, session }) => c.json((await renamePasskey(ctx, session, body)) satisfies WireUser),
  ),
]
