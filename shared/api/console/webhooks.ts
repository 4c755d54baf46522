import * as z from 'zod/mini'

/** Where an app's backend is told, and what became of each message. Endpoints are made and removed by command (`vitrine webhook`). */

/** `GET /console/apps/:app_id/webhooks` (viewer): oldest first. */
export const webhooksResponse = z.object({
  webhooks: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      events: z.array(z.string()),
      enabled: z.boolean(),
      /** Unix ms. */
      created_at: z.number(),
      /** How many messages wait to be sent, and how many were given up. */
      waiting: z.number(),
      failed: z.number(),
    }),
  ),
})
export type ConsoleWebhook = z.infer<typeof webhooksResponse>['webhooks'][number]

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * `GET /console/apps/:app_id/deliveries?status=&webhook_id=&cursor=&limit=` (viewer): newest first, kept for 30 days. All of the
 * query may be left out. `limit`: 1 to 100, else 50.
 */
export const deliveriesQuery = z.object({
  status: z.optional(z.enum(DELIVERY_STATUSES)),
  webhook_id: z.optional(z.string().check(z.maxLength(64))),
  cursor: z.optional(z.string().check(z.maxLength(256))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
})
export const deliveriesResponse = z.object({
  deliveries: z.array(
    z.object({
      /** `webhook-id` of the message. */
      id: z.string(),
      webhook_id: z.string(),
      type: z.string(),
      user_id: z.string(),
      status: z.enum(DELIVERY_STATUSES),
      attempts: z.number(),
      /** HTTP status of the last answer; `null`: there was none. */
      last_status: z.nullable(z.number()),
      /** Unix ms: when it happened; when it is tried next, was taken, was given up. */
      at: z.number(),
      next_at: z.nullable(z.number()),
      delivered_at: z.nullable(z.number()),
      failed_at: z.nullable(z.number()),
    }),
  ),
  /** Of the next page; `null`: this is the last. */
  next_cursor: z.nullable(z.string()),
})
export type Delivery = z.infer<typeof deliveriesResponse>['deliveries'][number]

/**
 * `POST /console/apps/:app_id/deliveries/:id/replay` and `POST /console/apps/:app_id/webhooks/:id/replay` (manager): body `{}`. One
 * message, whatever became of it; or all of the endpoint that failed. They are sent within seconds.
 */
export const replayResponse = z.object({ replayed: z.number() })
