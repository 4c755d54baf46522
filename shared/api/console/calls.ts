/**
 * The operator's console (docs/console.md): what all its calls have in common. It runs on an origin of its own, and its paths below
 * `/api/v1/console` answer there alone.
 *
 * - A session is a cookie that no script reads. Each call but `GET` is JSON by POST, to which the browser adds `Origin`.
 * - An app is named by the path (`/console/apps/:app_id/…`). The routes that a backend calls by the app secret (`/users…`,
 *   `/audit_events`, see their files in `shared/api`) answer here too, and take the app by the header `vitrine-app-id`.
 * - Errors are `{error, code, data?}` as everywhere: `missing_or_invalid_token` (401) says that the session has ended, `not_found`
 *   (404) that there is no such thing or no right to see it, `policy_violation` (403) that a viewer may not change it,
 *   `step_up_required` (403) that the call takes a confirmation, `resource_conflict` (409) that another was faster.
 */
export const CONSOLE_PATH = '/api/v1/console'

/** Carries what `POST /console/confirm` gave, of the call that was confirmed. */
export const CONFIRMATION_HEADER = 'vitrine-confirmation'

/** A session ends when it was not used for so long, and in any case after so long. */
export const IDLE_SESSION_MS = 30 * 60_000
export const SESSION_LIFETIME_MS = 12 * 60 * 60_000
/** A challenge for a passkey is good for so long, and so is the ceremony that answers it. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000
/** A confirmation is good for so long and for one call. */
export const CONFIRMATION_LIFETIME_MS = 5 * 60_000
/** The link by which an operator registers a passkey: its path on the console, with the token behind `#`, which no server sees. */
export const ENROLMENT_PATH = '/enrol'
export const ENROLMENT_LIFETIME_MS = 24 * 60 * 60_000
