import { USERS_API_ROUTES } from '../../users-api/testing/route-limits.ts'

/** Routes that a site's backend calls with its secret, for the test of all routes. */
export const BACKEND_ROUTES = [
  'POST /api/v1/sessions/login_code',
  'POST /api/v1/users/:user_id/recovery_key',
  'POST /api/v1/wallets/import',
  'POST /api/v1/wallets/import/key',
  ...USERS_API_ROUTES,
].sort()
