import * as z from 'zod/mini'
import { wireUser } from './user.ts'

/**
 * AuthenticatedUser, the answer of every `authenticate` path and of `/sessions` (contract §1).
 * `session_update_action`: `set` stores the tokens, `ignore` keeps the present ones, `clear` logs out locally.
 */
export const authenticatedUser = z.object({
  user: wireUser,
  token: z.nullable(z.string()),
  refresh_token: z.nullable(z.string()),
  identity_token: z.optional(z.string()),
  is_new_user: z.optional(z.boolean()),
  session_update_action: z.enum(['set', 'ignore', 'clear']),
})
export type AuthenticatedUser = z.infer<typeof authenticatedUser>

/** POST /sessions. */
export const refreshRequest = z.object({ refresh_token: z.optional(z.string().check(z.maxLength(512))) })

/** POST /sessions/logout; `all_devices` ends every session of the user (host-api.md `logout({scope})`). */
export const logoutRequest = z.object({
  refresh_token: z.optional(z.string().check(z.maxLength(512))),
  all_devices: z.optional(z.boolean()),
})

/** POST /sessions/login_code/create: called by the frame; `audience` is an origin or an identifier of a backend. */
export const createLoginCodeRequest = z.object({
  audience: z.string().check(z.minLength(1), z.maxLength(256)),
})
export const createLoginCodeResponse = z.object({ code: z.string(), expires_at: z.number() })

/** POST /sessions/login_code: called by the app's backend with `authorization: Basic <app id>:<app secret>`. */
export const redeemLoginCodeRequest = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(128)),
  audience: z.string().check(z.minLength(1), z.maxLength(256)),
})
export const redeemLoginCodeResponse = z.object({
  user: wireUser,
  session: z.object({ id: z.string(), created_at: z.number(), expires_at: z.number() }),
  identity_token: z.string(),
})

/** GET /users/me. */
export const meResponse = z.object({ user: wireUser, identity_token: z.nullable(z.string()) })

/** Error body of every status 400–599 (contract §1), beside `data`, see `shared/errors/data.ts`. */
export const errorResponse = z.object({ error: z.string(), code: z.string() })
