import { oauthAnswer, stateCode } from '@vitrine/shared/api/oauth-flow.ts'
import * as z from 'zod/mini'

/**
 * What the window says to the frame that opened it, when it is back and nothing has cut it off. The frame takes it from that
 * window alone, and only from a document of this very origin.
 */
export const toFrame = z.object({
  to: z.literal('vitrine:oauth-frame'),
  state: stateCode,
  answer: oauthAnswer,
})
export type ToFrame = z.infer<typeof toFrame>
