import type { ActivityReport } from '@vitrine/shared/api/activity.ts'
import * as z from 'zod/mini'
import type { AuthorizedRequests } from './authorized-request.ts'

/** Tells the server what this device did and only it saw, so that its person finds it in their activity. */
export type ReportActivity = (report: ActivityReport) => void

/**
 * POST /users/me/activity. Nobody waits for it, and what it is about has happened whether it arrives or not: a failure is
 * nobody's to act on.
 */
export const createReporter =
  (requests: AuthorizedRequests): ReportActivity =>
  report => {
    const told = { method: 'POST', path: '/users/me/activity', body: report, answer: z.object({}) } as const
    requests.send(told).catch(() => undefined)
  }
