/** Messages whose wording the specification fixes (specification §8, contract §8.1). */
export const NOT_READY = 'Method called before `ready`. Ensure you wait until `ready` is true before calling.'
export const MUST_BE_AUTHENTICATED = 'User must be authenticated'
export const REQUEST_TIMED_OUT = 'Request timed out'
export const WALLET_PROXY_FAILED = 'Failed to connect to wallet proxy'
export const DEVELOPMENT_MODE =
  'This application is in development mode and must be upgraded to production to log in new users.'
export const NO_LOGIN_METHOD = 'You must enable at least one login method'
export const IMPORT_FAILED = 'Failed to import wallet'
export const FUNDING_NOT_ENABLED = 'Wallet funding is not enabled'
