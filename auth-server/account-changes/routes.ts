import type { Context } from '../context.ts'
import { readText } from '../http/body.ts'
import { openRoute, type Route } from '../http/route.ts'
import { languageOf } from '../words/language.ts'
import { undoChange } from './undo.ts'
import { renderOutcome, renderQuestion, UNDO_HEADERS } from './undo-page.ts'

/** Nobody guesses 256 bits: this bounds the work. */
const LIMIT = { scope: 'account-undo', calls: 60 } as const
const BODY_LIMIT_BYTES = 1024
const TOKEN = /^[\w-]{43}$/

/**
 * `/account/undo`, the link of every notice. It needs no login: who reads the mail may not be able to log in any more, and
 * whoever else could log in might be the thief.
 */
export const undoRoutes = (ctx: Context): readonly Route[] => [
  openRoute('GET /undo', { origin: 'none', limit: LIMIT }, c => {
    const token = c.req.query('token') ?? ''
    const language = languageOf(c.req.header('accept-language'))
    return TOKEN.test(token)
      ? c.html(renderQuestion(token, language), 200, UNDO_HEADERS)
      : c.html(renderOutcome('over', language), 404, UNDO_HEADERS)
  }),

  openRoute('POST /undo', { origin: 'own', limit: LIMIT }, async c => {
    const form = new URLSearchParams(await readText(c, BODY_LIMIT_BYTES))
    const token = form.get('token') ?? ''
    const outcome = TOKEN.test(token) ? await undoChange(ctx, token) : 'over'
    const language = languageOf(c.req.header('accept-language'))
    return c.html(renderOutcome(outcome, language), outcome === 'over' ? 404 : 200, UNDO_HEADERS)
  }),
]
