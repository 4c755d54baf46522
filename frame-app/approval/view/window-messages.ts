import * as z from 'zod/mini'
import { approvalView } from './approval-view.ts'
import { requestState } from './request-state.ts'

/** BCP 47; the frame's, in which the words of the view are. */
const language = z.string()
/** The frame's, `light` or `dark`: a site can have another than its app's config says. */
const colorScheme = z.optional(z.string())
const to = z.literal('vitrine:approval-window')
/** The request that the window belongs to. Random; the window repeats it in all that it says from then on. */
const id = z.string()

/** What a window is told besides a review: the state of its request, or that there is none for it. */
export const windowNews = z.union([
  z.object({ event: z.literal('state'), state: requestState }),
  /** The request is approved elsewhere: in another window, or in the frame. */
  z.object({ event: z.literal('unneeded') }),
  /** This document of the frame never had the request: the one that had it is gone. */
  z.object({ event: z.literal('gone') }),
])
export type WindowNews = z.infer<typeof windowNews>

/**
 * What the frame and its approval window say to each other, each to the wallet origin alone. `key` names one review: an answer
 * to an earlier one approves nothing.
 */
export const toWindow = z.union([
  /** A request is there for it, which is still being read. */
  z.object({ to, event: z.literal('wait'), id, language, colorScheme }),
  z.object({
    to,
    event: z.literal('review'),
    id,
    key: z.string(),
    language,
    colorScheme,
    view: approvalView,
  }),
  /** No request is there for it yet: a window that the page opened can load before the call arrives. */
  z.object({ to, event: z.literal('idle') }),
  z.object({ to, event: z.literal('news'), language, colorScheme, news: windowNews }),
])
export type ToWindow = z.infer<typeof toWindow>

const frame = z.literal('vitrine:approval-frame')
/** The app of the frame: a page can have frames of several. */
const app = z.string()

export const toFrame = z.union([
  /**
   * Repeated for as long as the window is open: the frame answers with the state of its request each time.
   * `id` is `null` in a window that the page opened, until it gets a request; `order` counts such windows.
   */
  z.object({ to: frame, event: z.literal('ready'), app, id: z.nullable(id), order: z.number() }),
  z.object({
    to: frame,
    event: z.literal('answer'),
    app,
    id,
    key: z.string(),
    verdict: z.enum(['approved', 'rejected']),
  }),
])
export type ToFrame = z.infer<typeof toFrame>

/** One review, as the window shows it. */
export type Review = Pick<Extract<ToWindow, { event: 'review' }>, 'key' | 'view'>
/** The user's answer to one. */
export type Verdict = 'approved' | 'rejected'

/** An answer, and a window without a request, are waited for this long, in ms. */
export const SILENCE_MS = 30_000
