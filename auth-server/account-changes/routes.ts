import { undoRequest, type undoResponse } from '@vitrine/shared/api/account-undo.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { readBody } from '../http/body.ts'
import { openRoute, type Route } from '../http/route.ts'
import { undoChange } from './undo.ts'

/** Nobody guesses 256 bits: this bounds the work. */
const LIMIT = { scope: 'account-undo', calls: 60 } as const

/**
 * `/api/v1/account`: the button of the page that a notice links to (`undo-page.ts`). It needs no login: who reads the mail
 * may not be able to log in any more, and whoever else could log in might be the thief.
 */
export const undoRoutes = (ctx: Context): readonly Route[] => [
  openRoute('POST /undo', { origin: 'own', limit: LIMIT }, async c => {
    const { token } = await readBody(c, undoRequest)
    const outcome = await undoChange(ctx, token)
    return c.json({ outcome } satisfies output<typeof undoResponse>)
  }),
]
