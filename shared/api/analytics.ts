import * as z from 'zod/mini'

/** A name that a person gave, and not text that a page was told to write. */
const name = z.string().check(z.regex(/^[\w.:-]{1,64}$/))
const MAX_FIELDS = 32

/** POST /analytics_events; the answer is `null`. */
export const analyticsEvent = z.object({
  event_name: name,
  client_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  payload: z.optional(
    z
      .record(name, z.union([z.string().check(z.maxLength(512)), z.number(), z.boolean(), z.literal(null)]))
      .check(z.refine(fields => Object.keys(fields).length <= MAX_FIELDS)),
  ),
})
export type AnalyticsEvent = z.infer<typeof analyticsEvent>
