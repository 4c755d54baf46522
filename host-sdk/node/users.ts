import type { User } from '@vitrine/shared/api/client-user.ts'
import type { CustomMetadata, ListedUsers, ManagedUser, UserExport } from '@vitrine/shared/api/users.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type ApiClient, segment } from './api-client.ts'
import { toClientUser } from './client-user.ts'
import type { CallOptions } from './server-options.ts'

/** The user as your page has them, and what no page is told. */
export type BackendUser = User & {
  readonly customMetadata: CustomMetadata
  /** When they last proved a login; `null`: they have none, e.g. since another user took them in. */
  readonly lastLoginAt: Date | null
  /** How many sessions go on. */
  readonly activeSessions: number
  /** Who took this user in, with all logins and wallets; `null`: nobody. */
  readonly mergedInto: string | null
  /** Whom they took in. */
  readonly mergedUsers: readonly string[]
}

export interface UserPage {
  readonly users: readonly BackendUser[]
  /** The `cursor` of the next page; `null` at the end. */
  readonly next: string | null
}

/** A page when awaited; every user from there on in `for await`. */
export type UserListing = Promise<UserPage> & AsyncIterable<BackendUser>

export interface PageOptions extends CallOptions {
  /** The `next` of the page before. */
  readonly cursor?: string | undefined
  /** Users of a page: 20, or this, at most 100. */
  readonly limit?: number | undefined
}

/** By one of them, exactly, but for `emailPrefix`. `type` is the account's, e.g. `google_oauth`. */
export type UserSearch =
  | { readonly email: string }
  | { readonly emailPrefix: string }
  | { readonly phone: string }
  | { readonly address: string }
  | { readonly subject: string; readonly type: string }

/** What is named is set, `null` removes it, the rest stays. */
export type MetadataChanges = Readonly<Record<string, string | number | boolean | null>>

/** All that is stored of a person. `tables` has rows by table, as they are stored. */
export interface ExportedUser {
  readonly format: 1
  readonly exportedAt: Date
  readonly appId: string
  readonly userId: string
  readonly tables: UserExport['tables']
  readonly notIncluded: UserExport['not_included']
}

/**
 * An address that is not there, as `search({ email: person.email })` may have it, must not become a list of everybody: whoever takes its first
 * user would take a stranger.
 * @throws VitrineError `invalid_data`
 */
function queryOf(search: UserSearch): Readonly<Record<string, string>> {
  const given = Object.entries(search ?? {})
  if (given.length === 0 || given.some(([, value]) => typeof value !== 'string' || value === ''))
    throw clientError(
      'invalid_data',
      'Search by `email`, `emailPrefix`, `phone`, `address`, or `subject` and `type`: each a text, and none empty.',
    )
  return Object.fromEntries(
    given.map(([name, value]) => [name === 'emailPrefix' ? 'email_prefix' : name, value]),
  )
}

/** The calls of docs/users-api.md. Each rejects with `not_found` for a user that this app does not have. */
export function usersOf(api: ApiClient) {
  const user = (id: string) => `/users/${segment(id, 'userId')}`

  function listing(search: UserSearch | null, options: PageOptions): UserListing {
    const page = async (cursor: string | undefined): Promise<UserPage> => {
      const limit = options.limit === undefined ? undefined : String(options.limit)
      const query = { ...(search && queryOf(search)), cursor, limit }
      const { users, next } = await api<ListedUsers>({ method: 'GET', path: '/users', query }, options)
      return { users: users.map(toBackendUser), next }
    }
    const first = page(options.cursor)
    return Object.assign(first, {
      async *[Symbol.asyncIterator]() {
        for (let { users, next } = await first; ; { users, next } = await page(next)) {
          yield* users
          if (next === null) return
        }
      },
    })
  }

  return {
    get: async (userId: string, options?: CallOptions): Promise<BackendUser> =>
      toBackendUser(await api<ManagedUser>({ method: 'GET', path: user(userId) }, options)),

    /** Newest first, without those whom others took in. */
    list: (options: PageOptions = {}): UserListing => listing(null, options),

    /** @throws VitrineError `invalid_data` for a search by nothing, which would find everybody */
    search: (search: UserSearch, options: PageOptions = {}): UserListing => listing(search, options),

    /** @throws VitrineError `invalid_data` beyond the limits of docs/users-api.md; nothing is changed then */
    setMetadata: async (
      userId: string,
      changes: MetadataChanges,
      options?: CallOptions,
    ): Promise<BackendUser> => {
      const body = { custom_metadata: changes }
      const path = `${user(userId)}/custom_metadata`
      return toBackendUser(await api<ManagedUser>({ method: 'PATCH', path, body }, options))
    },

    /**
     * Deletes a user and all that is stored of them.
     * @param named `wallets`: the addresses of all their wallets whose keys go with it, `[]` for none
     * @throws VitrineError `resource_conflict` unless they are exactly those, with `data.wallets`; nothing is deleted then
     */
    delete: async (
      userId: string,
      { wallets }: { readonly wallets: readonly string[] },
      options?: CallOptions,
    ): Promise<void> => {
      await api({ method: 'DELETE', path: user(userId), body: { wallets } }, options)
    },

    export: async (userId: string, options?: CallOptions): Promise<ExportedUser> => {
      const answer = await api<UserExport>({ method: 'GET', path: `${user(userId)}/export` }, options)
      return {
        format: answer.format,
        exportedAt: new Date(answer.exported_at),
        appId: answer.app_id,
        userId: answer.user_id,
        tables: answer.tables,
        notIncluded: answer.not_included,
      }
    },
  }
}

const toBackendUser = (wire: ManagedUser): BackendUser => ({
  ...toClientUser(wire),
  customMetadata: wire.custom_metadata,
  lastLoginAt: wire.last_login_at === null ? null : new Date(wire.last_login_at * 1000),
  activeSessions: wire.active_sessions,
  mergedInto: wire.merged_into,
  mergedUsers: wire.merged_users,
})
