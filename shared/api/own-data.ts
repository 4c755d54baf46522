import * as z from 'zod/mini'
import { stepUpFields } from './step-up-fields.ts'
import type { UserExport } from './users.ts'

/**
 * What a person asks for of all that is stored on them, from the account screen: to have it, and that it ends. Both take a proof of a
 * way in that is made for it (a guest has none to give), a second factor of who has one, and a device that is not held. Neither asks for
 * the app's terms: who does not accept them may leave, with what is theirs. No page can call them.
 */

/** POST /users/me/export: answered with all that is stored, and no key. */
export const exportOwnDataRequest = z.object(stepUpFields)
/** `UserExport`: the frame saves it as it comes. */
export const exportOwnDataResponse = z.looseObject({ format: z.literal(1), user_id: z.string() })
export type OwnData = UserExport

/**
 * POST /users/me/delete: the user, those whom they took in, and all that is stored of them.
 * `wallets` are the addresses of all wallets whose keys go with it, as the person was shown them.
 * @throws `resource_conflict` (409) unless they are exactly those; nothing is deleted then
 */
export const deleteAccountRequest = z.object({
  wallets: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(10_000)),
  ...stepUpFields,
})
export const deleteAccountResponse = z.object({ deleted: z.literal(true) })
