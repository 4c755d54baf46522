/**
 * Login methods that exist. One slug everywhere: `shared/login/<slug>.ts`, `frame-app/login/<slug>/`,
 * `auth-server/login/<slug>/`, `e2e/login/<slug>.spec.ts`. The registries of the other three are
 * `satisfies Record<LoginMethod, …>`, so a forgotten line does not compile.
 */
export const LOGIN_METHODS = ['email', 'sms', 'passkey', 'guest', 'custom-jwt'] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]

/** `loginMethod` of a login's result, as the page sees it (contract §12.5). */
export const PUBLIC_LOGIN_METHOD = {
  email: 'email',
  sms: 'sms',
  passkey: 'passkey',
  guest: 'guest',
  'custom-jwt': 'custom',
} as const satisfies Record<LoginMethod, string>
