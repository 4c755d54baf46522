/**
 * What every call of a session says whose user was deleted, with `missing_or_invalid_token`: by it the frame tells that from a session
 * that ended. Apart from `messages.ts`, which is in what every page loads.
 */
export const ACCOUNT_DELETED = 'This account was deleted.'
