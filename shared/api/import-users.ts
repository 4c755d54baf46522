import * as z from 'zod/mini'
import { customMetadata } from './users.ts'

/**
 * People whom a site's backend names before they log in (docs/moving-users.md): *expected users*. The first login by one of their
 * identities makes the user, with the metadata and the wallets that wait. Each call has
 * `authorization: Basic <app id>:<app secret>`. Times are unix seconds.
 *
 * Errors of every call: `missing_or_invalid_token` (401) for a wrong secret, `too_many_requests` (429, `Retry-After`),
 * `invalid_data` (400) for a body or query that is not as said here.
 */

/** Rows in one call of POST /users/import. */
export const IMPORT_SIZE = 100
/** Identities of one expected user. */
export const EXPECTED_IDENTITIES = 8
/** Chain families that a wallet is made for. */
export const EXPECTED_CHAINS = ['ethereum', 'solana'] as const

const chainType = z.enum(EXPECTED_CHAINS)
/** A login: account type of contract §3, and its subject as the server keeps it. */
export const expectedLogin = z.object({ type: z.string(), subject: z.string() })
export type ExpectedLogin = z.infer<typeof expectedLogin>

/**
 * POST /api/v1/users. The same logins again are the same user: the answer has the same addresses, `custom_metadata` and
 * `accepted_terms_at` take the place of those that wait, and wallets that are missing are made.
 * - `linked_accounts`: each `{type, subject}`, or the account of contract §3 as it is told, whose other fields are not read: an e-mail's
 *   `address`, a phone's `phoneNumber`, a wallet's `address` and `chain_type`, the `custom_user_id` of the site's own login.
 * - `wallets`: one of a chain family at most. Their keys are the server's.
 *
 * @throws `resource_conflict` (409) where one of the logins is expected as another user's, `not_supported` (422) for wallets of an app
 * whose keys are on devices
 */
export const expectUserRequest = z.strictObject({
  linked_accounts: z
    .array(z.record(z.string(), z.unknown()))
    .check(z.minLength(1), z.maxLength(EXPECTED_IDENTITIES)),
  custom_metadata: z.optional(z.unknown()),
  wallets: z.optional(z.array(z.strictObject({ chain_type: chainType })).check(z.maxLength(16))),
  accepted_terms_at: z.optional(z.number().check(z.int(), z.positive())),
})
export type ExpectUserRequest = z.infer<typeof expectUserRequest>

const expectedUser = {
  id: z.string(),
  linked_accounts: z.array(expectedLogin),
  custom_metadata: customMetadata,
  accepted_terms_at: z.nullable(z.number()),
  wallets: z.array(z.object({ chain_type: chainType, address: z.string() })),
  created_at: z.number(),
}
const expected = { status: z.literal('expected'), user_id: z.null(), is_new: z.boolean(), ...expectedUser }
/** One of the logins has a user already: nothing was made or changed. */
const exists = { status: z.literal('exists'), user_id: z.string() }

/** `is_new`: this call made it. */
export const expectUserResponse = z.union([z.object(expected), z.object(exists)])
export type ExpectedAnswer = z.infer<typeof expectUserResponse>

/** POST /api/v1/users/import: each row is read, made and answered by itself; one that is wrong stops no other. */
export const importUsersRequest = z.strictObject({
  users: z.array(z.unknown()).check(z.minLength(1), z.maxLength(IMPORT_SIZE)),
})
/** One for each row, in order. */
export const importUsersResponse = z.object({
  results: z.array(
    z.union([
      z.object({ ok: z.literal(true), ...expected }),
      z.object({ ok: z.literal(true), ...exists }),
      z.object({ ok: z.literal(false), code: z.string(), error: z.string() }),
    ]),
  ),
})
export type ImportResult = z.infer<typeof importUsersResponse>['results'][number]

/** GET /api/v1/users/expected?cursor&limit: those who have not come yet, oldest first. A cursor is of one app. */
export const listExpectedQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
})
export const listExpectedResponse = z.object({
  users: z.array(z.object(expectedUser)),
  next: z.nullable(z.string()),
})
export type ListedExpected = z.infer<typeof listExpectedResponse>

/**
 * DELETE /api/v1/users/expected/:expected_id. `wallets` are the addresses of all that were made for them, `[]` for none: their keys die,
 * and what was sent there is lost. @throws `not_found` (404), `resource_conflict` (409) unless they are exactly those, with
 * `deletionRefused` of `users.ts`
 */
export const deleteExpectedRequest = z.strictObject({
  wallets: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(16)),
})
export const deleteExpectedResponse = z.object({ deleted: z.literal(true), id: z.string() })
