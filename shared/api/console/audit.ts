import * as z from 'zod/mini'
import { eventData } from '../activity.ts'
import { operationData } from '../operation.ts'

/**
 * `GET /console/audit_events?…`: what was done, newest first. Without `app_id`: of all apps of the operator; who has the right to all
 * apps also sees what is of no app, such as logins of operators.
 */
export const consoleAuditQuery = z.object({
  app_id: z.optional(z.string().check(z.maxLength(64))),
  /** A whole type, or the part before its dot. */
  type: z.optional(z.string().check(z.regex(/^[a-z_]{1,64}(\.[a-z_]{1,64})?$/))),
  /** `command`, `backend`, `operator:<id>`, `operator` (any of them), or `user`: the person, or the server by itself. */
  actor: z.optional(z.string().check(z.regex(/^[\w:-]{1,80}$/))),
  user_id: z.optional(z.string().check(z.maxLength(64))),
  /** Unix ms: from then on, and before then. */
  from: z.optional(z.string().check(z.regex(/^\d{1,13}$/))),
  until: z.optional(z.string().check(z.regex(/^\d{1,13}$/))),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  /** 1 to 100, else 50. */
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
})

export const consoleAuditResponse = z.object({
  events: z.array(
    z.object({
      id: z.number(),
      /** Of `OPERATION_TYPES` and `EVENT_TYPES`. */
      type: z.string(),
      app_id: z.nullable(z.string()),
      user_id: z.nullable(z.string()),
      /** `null`: the person, or the server by itself. */
      actor: z.nullable(z.string()),
      /** Of an operator that is still there. */
      actor_name: z.nullable(z.string()),
      /** Unix ms. */
      at: z.number(),
      made_with: z.nullable(z.string()),
      network: z.nullable(z.string()),
      data: z.extend(eventData, operationData.shape),
    }),
  ),
  next_cursor: z.nullable(z.string()),
})
export type ConsoleAuditEvent = z.infer<typeof consoleAuditResponse>['events'][number]
