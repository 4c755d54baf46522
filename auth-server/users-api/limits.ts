import type { Context } from '../context.ts'
import { limitRate, TEN_MINUTES_MS } from '../http/rate-limit.ts'

/** What the backends of one app may do in ten minutes, on all networks together. */
const CALLS = { read: 6_000, edit: 3_000, delete: 600, export: 300 } as const

/** @throws `too_many_requests` (429) */
export const limitApp = (ctx: Context, appId: string, what: keyof typeof CALLS): Promise<void> =>
  limitRate(ctx, [
    { scope: `users-api-${what}`, subject: appId, limit: CALLS[what], windowMs: TEN_MINUTES_MS },
  ])
