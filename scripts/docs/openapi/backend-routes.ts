import * as expected from '@vitrine/shared/api/import-users.ts'
import { redeemLoginCodeResponse } from '@vitrine/shared/api/session-calls.ts'
import * as users from '@vitrine/shared/api/users.ts'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { batchKeyResponse, batchResponse } from '@vitrine/shared/wallet/batch-import.ts'
import * as z from 'zod/mini'
import { type DescribedRoutes, described } from './described.ts'

/** RFC 7517. */
const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })

/** What a site's backend calls, and what anybody may read. */
export const BACKEND_ROUTES: DescribedRoutes = {
  'GET /apps/:app_id': described('What a page may know of an app', appConfig),
  'GET /apps/:app_id/jwks.json': described('The keys that verify an app’s tokens (RFC 7517)', jwks),
  'POST /sessions/login_code': described('Redeems a login code: who is logged in', redeemLoginCodeResponse),
  'GET /sessions/:session_id/active': described('Whether a session goes on', users.activeSessionResponse),
  'GET /users': described(
    'Users, newest first, or those that a search finds',
    users.listUsersResponse,
    users.listUsersQuery,
  ),
  'GET /users/:user_id': described('One user', users.managedUser),
  'PATCH /users/:user_id/custom_metadata': described('Sets and removes metadata', users.managedUser),
  'GET /users/:user_id/sessions': described('The user’s sessions', users.userSessionsResponse),
  'POST /users/:user_id/sessions/revoke': described(
    'Ends sessions of the user',
    users.revokeSessionsResponse,
  ),
  'DELETE /users/:user_id': described('Deletes a user', users.deleteUserResponse),
  'GET /users/:user_id/export': described('All that is stored of a user', users.userExport),
  'POST /users/:user_id/recovery_key': described(
    'Enters the site’s own recovery key of a user',
    z.object({ success: z.literal(true) }),
  ),
  'GET /audit_events': described(
    'What was done in the app, newest first',
    users.listAuditResponse,
    users.listAuditQuery,
  ),
  'POST /users': described('Notes somebody who has not come yet', expected.expectUserResponse),
  'POST /users/import': described('The same for up to 100 people', expected.importUsersResponse),
  'GET /users/expected': described(
    'Who was noted and has not come',
    expected.listExpectedResponse,
    expected.listExpectedQuery,
  ),
  'DELETE /users/expected/:expected_id': described('Forgets one of them', expected.deleteExpectedResponse),
  'POST /wallets/import/key': described('The key that imported wallets are encrypted for', batchKeyResponse),
  'POST /wallets/import': described('Brings in keys of users from another provider', batchResponse),
}
