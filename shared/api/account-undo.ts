import * as z from 'zod/mini'

/**
 * What came of "This wasn't me": all of it; the change could not be taken back, as the address belongs to another account
 * by now; or the link was used before, or is too old.
 */
export const UNDO_OUTCOMES = ['done', 'kept', 'over'] as const
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number]

/**
 * `/account/undo`: the secret of a notice's link, and the app that the link names; links of earlier releases name none. What is no
 * secret at all is a link that is over.
 */
export const undoRequest = z.object({
  token: z.string().check(z.maxLength(128)),
  app: z.optional(z.string().check(z.maxLength(64))),
})
export const undoResponse = z.object({ outcome: z.enum(UNDO_OUTCOMES) })
