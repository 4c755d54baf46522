import * as z from 'zod/mini'

/** `GET /console/health` (every operator): whether a login could work now, and what waits. */
export const consoleHealthResponse = z.object({
  ok: z.boolean(),
  /** Which parts answer. `mailer`: left out where it is not known. `clock`: those of the parts agree. */
  parts: z.object({
    api: z.boolean(),
    database: z.boolean(),
    signer: z.boolean(),
    mailer: z.optional(z.boolean()),
    clock: z.boolean(),
  }),
  /** Of Vitrine. */
  version: z.string(),
  /** Those of the database that ran, and the name of the last. */
  migrations: z.object({ count: z.number(), last: z.nullable(z.string()) }),
  waiting: z.object({
    /** Messages to backends: those that wait, those that were given up, and since when the oldest waits (unix ms). */
    deliveries: z.number(),
    failed_deliveries: z.number(),
    oldest_delivery_at: z.nullable(z.number()),
    /** Mails and text messages that tell people of changes of their accounts. */
    notices: z.number(),
    /** Transactions of which it is to be found out what became of them. */
    transactions: z.number(),
  }),
  /** When what has expired was last deleted: unix ms; `null`: not since this process started. */
  swept_at: z.nullable(z.number()),
  /** The server's clock, unix ms. */
  now: z.number(),
})
export type ConsoleHealth = z.infer<typeof consoleHealthResponse>
