import * as z from 'zod/mini'

/** POST /analytics_events; the answer is `null`. */
export const analyticsEvent = z.object({
  event_name: z.string().check(z.minLength(1), z.maxLength(64)),
  client_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  payload: z.optional(
    z.record(z.string(), z.union([z.string().check(z.maxLength(512)), z.number(), z.boolean(), z.null()])),
  ),
})
export type AnalyticsEvent = z.infer<typeof analyticsEvent>
