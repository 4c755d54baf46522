import * as z from 'zod/mini'

import { wireUser } from './user.ts'

/**
 * The users API: what a site's backend asks and changes of its users (docs/users-api.md). Each call has
 * `authorization: Basic <app id>:<app secret>` and is of that app's users alone. Times are unix seconds unless it is said.
 *
 * Errors of every call: `missing_or_invalid_token` (401) for a wrong secret, `too_many_requests` (429, `Retry-After`),
 * `invalid_data` (400) for a query or body that is not as said here. Of a call that names a user: `not_found` (404). Of one that changes
 * something of a user whom another took in: `resource_conflict` (409), whose sentence names who.
 */

/** A row of the metadata; `null` in a change removes it. */
const metadataValue = z.union([z.string(), z.number(), z.boolean()])

/** What a site notes of a user: flat. No page sees it. */
export const customMetadata = z.record(z.string(), metadataValue)
export type CustomMetadata = z.infer<typeof customMetadata>

/** At most. `valueLength` and `keyLength` in UTF-16 units, `bytes` of the whole as JSON in UTF-8. */
export const METADATA_LIMITS = { keys: 50, keyLength: 64, valueLength: 512, bytes: 8192 } as const

/** The user of contract §3, and what a page is not told. */
export const managedUser = z.extend(wireUser, {
  custom_metadata: customMetadata,
  /** When they last proved a login; `null`: they have none, e.g. since another user took them in. */
  last_login_at: z.nullable(z.number()),
  active_sessions: z.number(),
  /** Who took this user in, with all logins and wallets; `null`: nobody. */
  merged_into: z.nullable(z.string()),
  /** Whom they took in. */
  merged_users: z.array(z.string()),
})
export type ManagedUser = z.infer<typeof managedUser>

/** Of a page: how many items, and the `next` of the page before. A cursor is of one app and one search. */
const page = {
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
}
/** Items of a page where nothing is said, and at most. */
export const PAGE_SIZE = { usual: 20, most: 100 } as const

const text = (length: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(length)))

/** By what users are searched: by one of them, exactly, but for `email_prefix`. */
const searches = {
  email: text(254),
  email_prefix: text(254),
  phone: text(64),
  address: text(64),
  subject: text(512),
}
export type UserSearch = keyof typeof searches
export const USER_SEARCHES = Object.keys(searches) as readonly UserSearch[]

/**
 * GET /api/v1/users?cursor&limit, and one of the searches: newest first, without those whom others took in.
 * - `email`: the whole address, of a login by code or as a provider gave it; `email_prefix`: what it begins with.
 * - `phone`: as a person writes it, or E.164.
 * - `address`: of any wallet of theirs: made here, on their devices, imported, or of another app and linked.
 * - `subject`: by which the provider of a login, or the site's own, knows them; `type` is the account's (contract §3).
 */
export const listUsersQuery = z.strictObject({ ...page, ...searches, type: text(64) })
export const listUsersResponse = z.object({ users: z.array(managedUser), next: z.nullable(z.string()) })
export type ListedUsers = z.infer<typeof listUsersResponse>

/** GET /api/v1/users/:user_id: `managedUser`. */

/**
 * PATCH /api/v1/users/:user_id/custom_metadata: what is named is set, or removed by `null`; the rest stays. Answered with
 * `managedUser`. @throws `invalid_data` (400) beyond `METADATA_LIMITS`
 */
export const editMetadataRequest = z.strictObject({ custom_metadata: z.unknown() })

/** GET /api/v1/users/:user_id/sessions: those that are active, last used first. */
export const userSession = z.object({
  id: z.string(),
  created_at: z.number(),
  /** When it last renewed its tokens, at most an hour before it was last used. */
  used_at: z.number(),
  expires_at: z.number(),
  /** Browser and system, e.g. `Firefox · Linux`; and where it was used last, e.g. `203.0.113.x`. */
  made_with: z.nullable(z.string()),
  network: z.nullable(z.string()),
})
export type UserSession = z.infer<typeof userSession>
export const userSessionsResponse = z.object({ sessions: z.array(userSession) })

/**
 * POST /api/v1/users/:user_id/sessions/revoke: all of them, or one. One that ended, or is another user's, counts for none. A misspelt name is
 * refused: it would else end all.
 */
export const revokeSessionsRequest = z.strictObject({ session_id: text(64) })
export const revokeSessionsResponse = z.object({ revoked: z.number() })

/** GET /api/v1/sessions/:session_id/active: whether a session (`sid` of an access token) goes on. One that never was is not active. */
export const activeSessionResponse = z.union([
  z.object({ active: z.literal(true), user_id: z.string(), expires_at: z.number() }),
  z.object({ active: z.literal(false) }),
])

/**
 * DELETE /api/v1/users/:user_id: the user, those whom they took in, and all that is stored of them. `wallets` are the addresses of all
 * their wallets whose keys go with it, whoever holds them, `[]` for none: made here, on their devices, imported, or waiting for their
 * login. @throws `resource_conflict` (409) unless they are exactly those, with `deletionRefused`; nothing is deleted then
 */
export const deleteUserRequest = z.strictObject({
  wallets: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(10_000)),
})
export const deleteUserResponse = z.object({ deleted: z.literal(true), user_id: z.string() })
/** `{error, code, data}`: the addresses that are to be named. */
export const deletionRefused = z.object({
  error: z.string(),
  code: z.literal('resource_conflict'),
  data: z.object({ wallets: z.array(z.string()) }),
})

/**
 * GET /api/v1/users/:user_id/export: all that is stored of a person. `tables` are rows by table, with columns as they are stored, times in
 * ISO 8601; `not_included` says what was left out, and why: keys, seals and hashes of secrets.
 */
export const userExport = z.object({
  format: z.literal(1),
  exported_at: z.string(),
  app_id: z.string(),
  user_id: z.string(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  not_included: z.array(z.object({ table: z.string(), columns: z.array(z.string()), reason: z.string() })),
})
export type UserExport = z.infer<typeof userExport>

/**
 * GET /api/v1/audit_events?cursor&limit&user_id&type&since: what was done in the app, newest first. A backend sees what operators, commands
 * and backends did, and of users what webhooks tell (`WEBHOOK_TYPES`). `since` is unix ms.
 */
export const listAuditQuery = z.strictObject({
  ...page,
  user_id: text(128),
  type: text(64),
  since: z.optional(z.string().check(z.regex(/^\d{1,14}$/))),
})
export const auditEvent = z.object({
  id: z.number(),
  /** Of `OPERATION_TYPES` or `EVENT_TYPES`. */
  type: z.string(),
  /** Unix ms. */
  at: z.number(),
  /** `null`: of no app, e.g. the rotation of keys. */
  app_id: z.nullable(z.string()),
  user_id: z.nullable(z.string()),
  /** `command`, `backend`, `operator:<id>`; `null`: the person, or the server by itself. */
  actor: z.nullable(z.string()),
  made_with: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** As `eventData` or `operationData` say. */
  data: z.record(z.string(), z.unknown()),
})
export type AuditEvent = z.infer<typeof auditEvent>
export const listAuditResponse = z.object({ events: z.array(auditEvent), next: z.nullable(z.string()) })
export type ListedAudit = z.infer<typeof listAuditResponse>
