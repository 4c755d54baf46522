import * as z from 'zod/mini'
import { wireUser } from './user.ts'

/** Calls about a session beside `authenticatedUser`, which alone the frame needs before `ready`. */

/** POST /sessions. */
export const refreshRequest = z.object({ refresh_token: z.optional(z.string().check(z.maxLength(512))) })

/** POST /sessions/logout; `all_devices` ends every session of the user (host-api.md `logout({scope})`). */
export const logoutRequest = z.object({
  refresh_token: z.optional(z.string().check(z.maxLength(512))),
  all_devices: z.optional(z.boolean()),
})

/**
 * POST /sessions/login_code/create: called by the frame. `site` is the origin whose page asks; `audience` who will redeem
 * the code: that origin, or one of the app's `login_code_audiences`.
 */
export const createLoginCodeRequest = z.object({
  site: z.string().check(z.maxLength(256)),
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
