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

/** Error body of every status 400–599 (contract §1), beside `data`, see `shared/errors/data.ts`. */
export const errorResponse = z.object({ error: z.string(), code: z.string() })
