const PATHS = {
  GET: [
    'users',
    'users/:user_id',
    'users/:user_id/sessions',
    'sessions/:session_id/active',
    'users/:user_id/export',
    'audit_events',
  ],
  PATCH: ['users/:user_id/custom_metadata'],
  POST: ['users/:user_id/sessions/revoke'],
  DELETE: ['users/:user_id'],
} as const

/** Routes that a backend calls, for the test of all routes. */
export const USERS_API_ROUTES = Object.entries(PATHS).flatMap(([verb, paths]) =>
  paths.map(path => `${verb} /api/v1/${path}`),
)

/** In the order in which they are mounted. */
export const USERS_API_LIMITS = {
  'users-api-network 12000': [
    'users',
    'users/:user_id',
    'users/:user_id/custom_metadata',
    'users/:user_id/sessions',
    'users/:user_id/sessions/revoke',
    'sessions/:session_id/active',
    'users/:user_id',
    'users/:user_id/export',
    'audit_events',
  ],
}
