import { type Activity, activityResponse } from '@vitrine/shared/api/activity.ts'
import { type SessionItem, sessionsResponse } from '@vitrine/shared/api/sessions-list.ts'
import type { Calls } from '../../../session/calls.ts'

/** GET /sessions/list: where the user is logged in, this device first. */
export async function fetchSessions(calls: Calls, signal: AbortSignal): Promise<readonly SessionItem[]> {
  return (await calls.getAuthorized('/sessions/list', sessionsResponse, signal)).sessions
}

/** POST /sessions/end: logs one device out. */
export async function endSession(calls: Calls, id: string, signal: AbortSignal): Promise<void> {
  await calls.postAuthorized('/sessions/end', { session_id: id }, sessionsResponse, signal)
}

/** GET /users/me/activity: a page of it, newest first. @param cursor `next` of the page before */
export const fetchActivity = (calls: Calls, cursor: string | null, signal: AbortSignal): Promise<Activity> =>
  calls.getAuthorized(
    cursor === null ? '/users/me/activity' : `/users/me/activity?cursor=${cursor}`,
    activityResponse,
    signal,
  )
