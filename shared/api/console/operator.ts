import * as z from 'zod/mini'
import { newPasskeyAnswered, newPasskeyAsked, passkeyAnswered, passkeyAsked } from './passkey.ts'

/** Who an operator is, and how they come in. */

/** `viewer` sees, `manager` changes too. A manager may all that a viewer may. */
export const OPERATOR_ROLES = ['viewer', 'manager'] as const
export const operatorRole = z.enum(OPERATOR_ROLES)
export type OperatorRole = z.infer<typeof operatorRole>

/** 32 random bytes, base64url. */
const token = z.string().check(z.regex(/^[\w-]{43}$/))

/**
 * `GET /console/me`, and what a login is answered with. `missing_or_invalid_token` (401): nobody is logged in.
 */
export const meResponse = z.object({
  operator: z.object({ id: z.string(), name: z.string() }),
  /** By name. Of an app that is not here every call answers `not_found`. */
  apps: z.array(z.object({ id: z.string(), name: z.string(), role: operatorRole })),
  /** The right to apps that are made later, and to see what is of no app; `null`: each right is for one app. */
  all_apps: z.nullable(operatorRole),
  /** Unix ms. `idle_at` moves on with each call. */
  session: z.object({ created_at: z.number(), idle_at: z.number(), expires_at: z.number() }),
})
export type Me = z.infer<typeof meResponse>

/** `POST /console/login/init`: body `{}`. Any passkey of this console may answer. */
export const loginInitResponse = passkeyAsked

/**
 * `POST /console/login`: answered with `meResponse` and the cookie. `invalid_credentials` (422): not a passkey of an operator, or
 * the challenge is over.
 */
export const loginRequest = passkeyAnswered

/** `POST /console/logout`: body `{}`, answered with `{}`. */

/**
 * `POST /console/enrolment/init`: what stands behind `#` of the link that the command printed.
 * `expired_or_invalid_authorization` (403): the link was used, replaced or is older than a day.
 */
export const enrolmentInitRequest = z.object({ token })
export const enrolmentInitResponse = z.extend(newPasskeyAsked, {
  operator: z.object({ name: z.string() }),
})

/** `POST /console/enrolment`: registers the passkey, uses the link up and logs in: answered with `meResponse` and the cookie. */
export const enrolmentRequest = z.extend(newPasskeyAnswered, { token })
