import { undoRequest, type undoResponse } from '@vitrine/shared/api/account-undo.ts'
import { answerHeldRequest, type heldResponse } from '@vitrine/shared/api/held-back.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { readBody } from '../http/body.ts'
import { openRoute, type Route, route } from '../http/route.ts'
import { allowHeld, refuseHeld } from './answer-held.ts'
import { heldItems } from './held-items.ts'
import { undoChange } from './undo.ts'

/** Nobody guesses 256 bits: this bounds the work. */
const LIMIT = { scope: 'account-undo', calls: 60 } as const

/**
 * `/api/v1/account`: the button of the page that a notice links to (`undo-page.ts`). It needs no login: who reads the mail
 * may not be able to log in any more, and whoever else could log in might be the thief.
 */
export const undoRoutes = (ctx: Context): readonly Route[] => [
  openRoute('POST /undo', { origin: 'own', limit: LIMIT }, async c => {
    const link = await readBody(c, undoRequest)
    const outcome = await undoChange(ctx, link)
    return c.json({ outcome } satisfies output<typeof undoResponse>)
  }),
]

/** Each visit of the account screen takes one. */
const HELD = {
  origin: 'own',
  limit: { scope: 'account-held-network', perLogin: 4 },
  session: true,
  proof: 'spent',
  userLimit: { scope: 'account-held-user', calls: 120 },
} as const
const ANSWER = { ...HELD, body: answerHeldRequest, unheld: true } as const

/** `/api/v1/account/held`: what waits in the user's account, and the answers of an older device of theirs. */
export const heldRoutes = (ctx: Context): readonly Route[] => [
  route('POST /', HELD, async ({ c, session }) =>
    c.json({ held: await heldItems(ctx, session) } satisfies output<typeof heldResponse>),
  ),

  route(
    'POST /allow',
    { ...ANSWER, stepUp: { purpose: 'allow', target: ({ id }) => id } },
    async ({ c, app, session, body, stepUp }) => c.json(await allowHeld(ctx, app, session, body.id, stepUp)),
  ),

  route(
    'POST /refuse',
    { ...ANSWER, stepUp: { purpose: 'refuse', target: ({ id }) => id } },
    async ({ c, app, session, body, stepUp }) => c.json(await refuseHeld(ctx, app, session, body.id, stepUp)),
  ),
]
