import * as z from 'zod/mini'

/** `/sessions/list` and `/sessions/end`: where a user is logged in. */

const sessionItem = z.object({
  id: z.string(),
  /** Browser and system, e.g. `Firefox · Linux`; `null` for sessions of earlier releases. */
  made_with: z.nullable(z.string()),
  /** The network that it was used from last, shortened: `203.0.113.x`, or `own-machine`. */
  network: z.nullable(z.string()),
  /** The name of that place in the caller's language, e.g. `Berlin, Germany`; absent where it is unknown. */
  place: z.optional(z.string()),
  /** Unix ms. `used_at` is when it last renewed its tokens, at most an hour before it was last used. */
  created_at: z.number(),
  used_at: z.number(),
  /** The one that asks. */
  is_current: z.boolean(),
  /** Until when it neither signs nor changes logins; `null` when it may. */
  held_until: z.nullable(z.number()),
})
export type SessionItem = z.infer<typeof sessionItem>

/** This one first, then by their last use. */
export const sessionsResponse = z.object({ sessions: z.array(sessionItem) })

/** Answered with the sessions that are left. */
export const endSessionRequest = z.object({
  session_id: z.string().check(z.regex(/^session_[0-9a-f]{32}$/)),
})
