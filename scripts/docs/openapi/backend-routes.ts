import * as expected from '@vitrine/shared/api/import-users.ts'
import { redeemLoginCodeResponse } from '@vitrine/shared/api/session-calls.ts'
import * as users from '@vitrine/shared/api/users.ts'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { batchKeyResponse, batchResponse } from '@vitrine/shared/wallet/batch-import.ts'
import * as z from 'zod/mini'
import type { DescribedRoutes } from './described.ts'
import { IN_MS, SEALED_KEY } from './values.ts'

/** RFC 7517. */
const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })

const EXPECTED_LOGINS = [{ type: 'email', subject: 'ada@example.com' }]
const EXPECTED_WALLETS = [{ chain_type: 'ethereum', address: SEALED_KEY.address }]

/** Calls of a site's backend, and public reads. */
export const BACKEND_ROUTES: DescribedRoutes = {
  'GET /apps/:app_id': {
    summary: 'Get the public config of an app',
    description:
      'Returns the part of the app config that a page may read: login methods, chains, appearance and links. The call needs no credentials.',
    answer: appConfig,
  },
  'GET /apps/:app_id/jwks.json': {
    summary: 'Get the token keys of an app',
    description:
      'Returns the JSON Web Key Set that verifies the app’s access and identity tokens (RFC 7517). Cache it, and read it again if a token has an unknown `kid`.',
    answer: jwks,
    values: {
      keys: [
        {
          kty: 'EC',
          kid: 'b1946ac92492d234',
          crv: 'P-256',
          alg: 'ES256',
          use: 'sig',
          x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
          y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
        },
      ],
    },
  },
  'POST /sessions/login_code': {
    summary: 'Redeem a login code',
    description:
      'Exchanges the one-time code that the page got from `getLoginCode()` for the user and the session. A code works once, for one audience, for one minute.',
    answer: redeemLoginCodeResponse,
    codes: ['invalid_credentials'],
    values: { code: 'Qm9yaW5nLWxvZ2luLWNvZGUtZm9yLWRvY3M', id: 'session_4a5d1e0b6c2f48739d0e1f2a3b4c5d6e' },
  },
  'GET /sessions/:session_id/active': {
    summary: 'Check whether a session is active',
    description:
      'Tells whether the session of an access token (claim `sid`) still exists. A session of another app is not active.',
    answer: users.activeSessionResponse,
  },
  'GET /users': {
    summary: 'List or search users',
    description:
      'Returns users, newest first, one page at a time. Give one search parameter at most. Pass `next` as `cursor` to read the next page.',
    answer: users.listUsersResponse,
    query: users.listUsersQuery,
    values: { type: 'google_oauth' },
  },
  'GET /users/:user_id': {
    summary: 'Get a user',
    description:
      'Returns one user with logins, wallets, metadata and the number of active sessions. An account that was merged into another one has `merged_into`.',
    answer: users.managedUser,
  },
  'PATCH /users/:user_id/custom_metadata': {
    summary: 'Change the metadata of a user',
    description:
      'Sets the named keys and removes those with the value `null`. Other keys stay. A user has at most 50 keys and 8192 bytes of metadata.',
    answer: users.managedUser,
    codes: ['resource_conflict'],
  },
  'GET /users/:user_id/sessions': {
    summary: 'List the sessions of a user',
    description: 'Returns the active sessions of the user, last used first.',
    answer: users.userSessionsResponse,
    values: { id: 'session_4a5d1e0b6c2f48739d0e1f2a3b4c5d6e', used_at: 1_767_226_200 },
  },
  'POST /users/:user_id/sessions/revoke': {
    summary: 'Revoke sessions of a user',
    description:
      'Ends one session, or all sessions of the user if the body names none. Returns the number of sessions that ended.',
    answer: users.revokeSessionsResponse,
    codes: ['resource_conflict'],
    values: { revoked: 2 },
  },
  'DELETE /users/:user_id': {
    summary: 'Delete a user',
    description:
      'Deletes the user, the accounts that were merged into it, and all of their data. `wallets` must list the addresses of all wallets whose keys end; otherwise nothing is deleted.',
    answer: users.deleteUserResponse,
    codes: ['resource_conflict'],
  },
  'GET /users/:user_id/export': {
    summary: 'Export the data of a user',
    description:
      'Returns the stored rows of the user by table. `not_included` lists what the export leaves out: keys, seals and hashes of secrets.',
    answer: users.userExport,
  },
  'POST /users/:user_id/recovery_key': {
    summary: 'Enter the recovery key of a user',
    description:
      'Gives the site’s own recovery key to a device of the user that waits for it. The server keeps the key sealed for ten minutes, and one device takes it once.',
    answer: z.object({ success: z.literal(true) }),
    codes: ['disallowed_recovery_method'],
  },
  'GET /audit_events': {
    summary: 'List audit events',
    description:
      'Returns the events of the app, newest first: operations of operators, commands and backends, and events of users. `since` is in Unix milliseconds.',
    answer: users.listAuditResponse,
    query: users.listAuditQuery,
    values: { since: String(IN_MS.at), type: 'user.authenticated' },
  },
  'POST /users': {
    summary: 'Pre-provision a user',
    description:
      'Notes a user before the first login, with metadata and wallets. The first login with one of `linked_accounts` makes the user. Repeating the call changes the same entry.',
    answer: expected.expectUserResponse,
    codes: ['resource_conflict', 'not_supported'],
    values: { id: 'expected_7d9f', wallets: EXPECTED_WALLETS, linked_accounts: EXPECTED_LOGINS },
  },
  'POST /users/import': {
    summary: 'Pre-provision up to 100 users',
    description:
      'Does the work of `POST /users` for each row. Each row has its own result in the same order, and a wrong row stops no other.',
    answer: expected.importUsersResponse,
    values: {
      id: 'expected_7d9f',
      wallets: EXPECTED_WALLETS,
      linked_accounts: EXPECTED_LOGINS,
      users: [{ linked_accounts: [{ type: 'email', address: 'ada@example.com' }] }],
    },
  },
  'GET /users/expected': {
    summary: 'List pre-provisioned users',
    description: 'Returns the pre-provisioned users without a first login, oldest first.',
    answer: expected.listExpectedResponse,
    query: expected.listExpectedQuery,
    values: { id: 'expected_7d9f', wallets: EXPECTED_WALLETS, linked_accounts: EXPECTED_LOGINS },
  },
  'DELETE /users/expected/:expected_id': {
    summary: 'Delete a pre-provisioned user',
    description:
      'Deletes the entry and the keys of its wallets. `wallets` must list their addresses; otherwise nothing is deleted. Funds at these addresses are lost.',
    answer: expected.deleteExpectedResponse,
    codes: ['resource_conflict'],
    values: { id: 'expected_7d9f' },
  },
  'POST /wallets/import/key': {
    summary: 'Create an import key',
    description:
      'Returns the HPKE public key that a batch of imported wallet keys is encrypted for. It works for one batch within ten minutes.',
    answer: batchKeyResponse,
    codes: ['not_supported'],
  },
  'POST /wallets/import': {
    summary: 'Import wallet keys of users',
    description:
      'Imports up to 100 keys from another provider. Each key has its own result in the same order, and a wrong key stops no other. A key whose owner has not logged in waits for the first login.',
    answer: batchResponse,
    codes: ['not_supported', 'resource_conflict'],
    values: { wallets: [{ owner: { type: 'email', subject: 'ada@example.com' }, wallet: SEALED_KEY }] },
  },
}

const health = z.object({
  ok: z.boolean(),
  api: z.boolean(),
  database: z.boolean(),
  signer: z.boolean(),
  mailer: z.optional(z.boolean()),
  clock: z.boolean(),
})
const READINESS = {
  description:
    'Answers 200 if a login could work now: database, signer and mailer answer, and their clocks agree. Otherwise it answers 503 with the same body.',
  answer: health,
}

export const HEALTH_ROUTES: DescribedRoutes = {
  'GET /health/ready': { summary: 'Check readiness', ...READINESS },
  'GET /health': { summary: 'Check readiness (earlier path)', ...READINESS },
}
