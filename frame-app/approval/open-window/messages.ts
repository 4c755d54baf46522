import * as z from 'zod/mini'
import { approvalView } from '../view/approval-view.ts'

/**
 * What the frame and its approval window say to each other (`window/listen.ts` checks who speaks). `key` names one
 * review: an answer to an earlier one approves nothing. No id stands in the window's address: a link that somebody else
 * sends opens a window without a frame to take a task from or to answer.
 */
export const toWindow = z.object({
  to: z.literal('vitrine:approval-window'),
  key: z.string(),
  /** The frame's, BCP 47: the words of the view are in it. */
  language: z.string(),
  view: approvalView,
})
export type ToWindow = z.infer<typeof toWindow>

export const toFrame = z.union([
  z.object({ to: z.literal('vitrine:approval-frame'), event: z.literal('ready') }),
  z.object({
    to: z.literal('vitrine:approval-frame'),
    event: z.enum(['approved', 'rejected']),
    key: z.string(),
  }),
])
export type ToFrame = z.infer<typeof toFrame>
