/** How long a proof of a second factor is good for, on the device that made it. */
export const MFA_LIFETIME_MS = 5 * 60_000

/** Wrong codes of one user's factors, on all devices and servers together, before all of them rest for `MFA_REST_MS`. */
export const MFA_TRIES = 10
export const MFA_REST_MS = 15 * 60_000

/** RFC 6238 with the values that every authenticator app takes: SHA-1, six digits, 30 s; one step of drift each way. */
export const TOTP_PERIOD_MS = 30_000
export const TOTP_SECRET_BYTES = 20

export const RECOVERY_CODE_COUNT = 10

/** How long a person is told of before an operator takes all of their second factors away; an operator may only lengthen it. */
export const MFA_RESET_WAIT_MS = 72 * 60 * 60_000
/** For how long after its wait a reset can be completed: one that everybody forgot must be told of again. */
export const MFA_RESET_OPEN_MS = 7 * 24 * 60 * 60_000
