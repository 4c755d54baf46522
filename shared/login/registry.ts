/**
 * Login methods that exist. One slug everywhere: `shared/login/<slug>.ts`, `frame-app/login/<slug>/`,
 * `auth-server/login/<slug>/`, `e2e/login/<slug>.spec.ts`. The registries of the other three are
 * `satisfies Record<LoginMethod, …>`, so a forgotten line does not compile.
 */
export const LOGIN_METHODS = ['email'] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]
