import * as z from 'zod/mini'
import { passkeyAnswered, passkeyAsked } from './passkey.ts'

/**
 * What cannot be taken back, or takes much out, needs the operator's passkey once more, for this very thing: a screen that was left
 * open, or a script in the page, does none of it. All of it takes a manager. `target`: the id of what it is done to.
 *
 * | operation | call | target |
 * |---|---|---|
 * | `user.delete` | `DELETE /users/:user_id` | user id |
 * | `user.export` | `GET /users/:user_id/export` | user id |
 * | `user.import` | the routes that bring users in, or make wallets for people who have not come yet | `''` |
 * | `app.rotate-secret` | `POST /console/apps/:app_id/secret` | `''` |
 * | `app.edit` | `POST /console/apps/:app_id`, where the check names a confirmation | the version of the new config |
 */
export const CONFIRMED_OPERATIONS = [
  'user.delete',
  'user.export',
  'user.import',
  'app.rotate-secret',
  'app.edit',
] as const
export type ConfirmedOperation = (typeof CONFIRMED_OPERATIONS)[number]

const what = {
  operation: z.enum(CONFIRMED_OPERATIONS),
  app_id: z.string().check(z.minLength(1), z.maxLength(64)),
  target: z.string().check(z.maxLength(128)),
}

/** `POST /console/confirm/init`: a challenge for the operator's passkeys. */
export const confirmInitRequest = z.object(what)
export const confirmInitResponse = passkeyAsked

/**
 * `POST /console/confirm`: the same three fields with the answer. `confirmation` goes into the header `vitrine-confirmation` of the
 * one call that it is for. `expires_at`: unix ms.
 */
export const confirmRequest = z.extend(passkeyAnswered, what)
export const confirmResponse = z.object({ confirmation: z.string(), expires_at: z.number() })
