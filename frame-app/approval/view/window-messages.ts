import * as z from 'zod/mini'
import { approvalView } from './approval-view.ts'

/** BCP 47; the frame's, in which the words of the view are. */
const language = z.string()
/** The frame's, `light` or `dark`: a site can have another than its app's config says. */
const colorScheme = z.optional(z.string())

/**
 * What the frame and its approval window say to each other, each to the wallet origin alone. `key` names one review: an answer
 * to an earlier one approves nothing. No id stands in the window's address: a link that somebody else sends opens a window
 * without a frame to take a task from or to answer.
 */
export const toWindow = z.union([
  /** A request is there for it, which is still being read. */
  z.object({ to: z.literal('vitrine:approval-window'), event: z.literal('wait'), language, colorScheme }),
  z.object({
    to: z.literal('vitrine:approval-window'),
    event: z.literal('review'),
    key: z.string(),
    language,
    colorScheme,
    view: approvalView,
  }),
  /** Nothing is to be approved in it, or not any more. */
  z.object({ to: z.literal('vitrine:approval-window'), event: z.literal('end') }),
])
export type ToWindow = z.infer<typeof toWindow>

export const toFrame = z.union([
  /** Said again and again until a frame answers: it may have nothing to approve yet. */
  z.object({ to: z.literal('vitrine:approval-frame'), event: z.literal('ready') }),
  z.object({
    to: z.literal('vitrine:approval-frame'),
    event: z.enum(['approved', 'rejected']),
    key: z.string(),
  }),
])
export type ToFrame = z.infer<typeof toFrame>

/** One review, as the window shows it. */
export type Review = Pick<Extract<ToWindow, { event: 'review' }>, 'key' | 'view'>
/** What became of one. */
export type Verdict = 'approved' | 'rejected'
