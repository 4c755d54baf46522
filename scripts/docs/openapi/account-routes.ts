import * as undo from '@vitrine/shared/api/account-undo.ts'
import { activityResponse } from '@vitrine/shared/api/activity.ts'
import { delegationsResponse } from '@vitrine/shared/api/delegation.ts'
import { heldResponse } from '@vitrine/shared/api/held-back.ts'
import { registerHostKeyResponse } from '@vitrine/shared/api/host-key.ts'
import * as mfa from '@vitrine/shared/api/mfa.ts'
import * as ownData from '@vitrine/shared/api/own-data.ts'
import { challengeResponse } from '@vitrine/shared/api/passkey-step-up.ts'
import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import { createLoginCodeResponse, meResponse } from '@vitrine/shared/api/session-calls.ts'
import { sessionsResponse } from '@vitrine/shared/api/sessions-list.ts'
import * as stepUp from '@vitrine/shared/api/step-up.ts'
import { wireUser } from '@vitrine/shared/api/user.ts'
import * as z from 'zod/mini'
import type { ServerErrorCode } from '../../../auth-server/errors/api-error.ts'
import { type DescribedRoutes, MFA_HEADER } from './described.ts'
import { IN_MS } from './values.ts'

const nothing = z.object({})
/** `next` of the page before. */
const activityQuery = z.object({ cursor: z.optional(z.string()) })

const SESSIONS = {
  ...IN_MS,
  id: 'session_4a5d1e0b6c2f48739d0e1f2a3b4c5d6e',
  session_id: 'session_4a5d1e0b6c2f48739d0e1f2a3b4c5d6e',
  held_until: null,
}

const HOST_KEY = {
  origin: 'https://shop.example',
  public_key: `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA'}==`,
  signature: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA==',
}

const PROOF_CODES: readonly ServerErrorCode[] = [
  'missing_mfa_enrollment',
  'missing_or_invalid_mfa',
  'mfa_timeout',
  'mfa_verification_max_attempts_reached',
]
const ENROLL_CODES: readonly ServerErrorCode[] = [
  'missing_or_invalid_mfa',
  'mfa_timeout',
  'mfa_verification_max_attempts_reached',
  'resource_conflict',
  'not_supported',
]
const FIRST_FACTOR =
  'The first factor of a user needs `recipient`, and the response then has the recovery codes, encrypted for it.'

const enroll = (factor: string, values = {}): DescribedRoutes[string] => ({
  summary: `Enrol a second factor: ${factor}`,
  description: `Adds the factor after its code was checked. It needs a step-up and, if the user has a factor already, an MFA token. ${FIRST_FACTOR}`,
  answer: mfa.enrollResponse,
  headers: MFA_HEADER,
  codes: ENROLL_CODES,
  values,
})
const verify = (factor: string): DescribedRoutes[string] => ({
  summary: `Verify a second factor: ${factor}`,
  description:
    'Returns an MFA token for the operations that need a second factor. The token is bound to the device and to the user.',
  answer: mfa.verifyResponse,
  codes: PROOF_CODES,
  values: { token: `${IN_MS.at}.Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k` },
})
const unenroll = (factor: string): DescribedRoutes[string] => ({
  summary: `Remove a second factor: ${factor}`,
  description: 'Removes the factor. It needs a step-up and an MFA token.',
  answer: wireUser,
  headers: MFA_HEADER,
  codes: ['missing_mfa_enrollment', 'missing_or_invalid_mfa', 'resource_conflict'],
})
const sendCode = (factor: string): DescribedRoutes[string] => ({
  summary: `Send an MFA code: ${factor}`,
  description:
    'Sends a code. With `verify` it goes to the enrolled address, and with `enroll` to the address that the body names.',
  answer: mfa.initResponse,
  codes: [
    'missing_mfa_enrollment',
    'missing_or_invalid_mfa',
    'user_unsubscribed',
    'not_supported',
    'disallowed_plus_email',
  ],
})

/** Sessions, second factors and account data. */
export const ACCOUNT_ROUTES: DescribedRoutes = {
  'POST /sessions': {
    summary: 'Refresh a session',
    description:
      'Exchanges the refresh token for new tokens. Each refresh token works once. A second use ends the session with `token_already_used`.',
    answer: authenticatedUser,
    codes: ['missing_or_invalid_token', 'token_already_used'],
  },
  'POST /sessions/logout': {
    summary: 'Log out',
    description: 'Ends the session, or with `all_devices` every session of the user.',
    answer: nothing,
    codes: ['already_logged_out'],
  },
  'POST /sessions/host_key': {
    summary: 'Register the page’s key',
    description:
      'Lets a key on the site’s origin resume this session for 30 days, for browsers that block the frame’s storage. The page signs the app id, its origin, the DPoP nonce and the device’s thumbprint. A resumed session may not call it.',
    answer: registerHostKeyResponse,
    codes: ['invalid_origin', 'policy_violation'],
    values: HOST_KEY,
  },
  'POST /sessions/resume': {
    summary: 'Resume a session by the page’s key',
    description:
      'Opens a session for the user of a registered key, on a new device key. The session is restricted: until a `release` step-up it reads the user, refreshes, logs out and creates login codes, and every other call fails with `policy_violation`. It ends with the session that registered the key.',
    answer: authenticatedUser,
    codes: ['invalid_origin', 'missing_or_invalid_token'],
    values: HOST_KEY,
  },
  'GET /sessions/list': {
    summary: 'List the user’s sessions',
    description:
      'Returns the current session first, then the others by last use. Times are in Unix milliseconds.',
    answer: sessionsResponse,
    values: SESSIONS,
  },
  'POST /sessions/end': {
    summary: 'End another session',
    description:
      'Ends one other session of the user and returns the remaining ones. Times are in Unix milliseconds.',
    answer: sessionsResponse,
    codes: ['not_found'],
    values: SESSIONS,
  },
  'POST /sessions/login_code/create': {
    summary: 'Create a login code',
    description:
      'Returns a one-time code that the app’s backend redeems within one minute. `audience` is the site’s origin or one of the app’s `login_code_audiences`.',
    answer: createLoginCodeResponse,
    values: { code: 'Qm9yaW5nLWxvZ2luLWNvZGUtZm9yLWRvY3M' },
  },
  'GET /users/me': {
    summary: 'Get the logged-in user',
    description: 'Returns the user of the session and a new identity token.',
    answer: meResponse,
  },
  'POST /users/me/accept_terms': {
    summary: 'Accept the terms',
    description: 'Records that the user accepted the app’s terms, and returns the user.',
    answer: wireUser,
  },
  'GET /users/me/activity': {
    summary: 'List the user’s activity',
    description: 'Returns the events of the account, newest first. Times are in Unix milliseconds.',
    answer: activityResponse,
    query: activityQuery,
    values: {
      ...IN_MS,
      id: 4711,
      type: 'user.authenticated',
      data: { account: { type: 'email', name: 'a…@example.com' } },
    },
  },
  'POST /users/me/activity': {
    summary: 'Report activity of a device',
    description:
      'Records a signature or a transaction of a key that the device holds. The activity marks it as reported by the device.',
    answer: nothing,
    codes: ['embedded_wallet_not_found'],
    values: { method: 'personal_sign' },
  },
  'POST /users/me/export': {
    summary: 'Export the user’s own data',
    description:
      'Returns all stored data of the user, without keys. It needs a step-up, and an MFA token if the user has a second factor.',
    answer: ownData.exportOwnDataResponse,
    headers: MFA_HEADER,
    codes: ['missing_or_invalid_mfa'],
  },
  'POST /users/me/delete': {
    summary: 'Delete the user’s own account',
    description:
      'Deletes the user and all stored data. `wallets` must list the addresses of all wallets whose keys end. It needs a step-up, and an MFA token if the user has a second factor.',
    answer: ownData.deleteAccountResponse,
    headers: MFA_HEADER,
    codes: ['missing_or_invalid_mfa', 'resource_conflict'],
  },
  'GET /users/me/delegations': {
    summary: 'List the user’s delegations',
    description:
      'Returns the app keys that may use the user’s wallets, with their policies and current spending. Times are in Unix milliseconds.',
    answer: delegationsResponse,
    values: { ...IN_MS, id: 'delegation_1', name: 'Shop backend' },
  },
  'POST /account/undo': {
    summary: 'Undo an account change',
    description:
      'Reverts a change with the token of the link “This wasn’t me” in a notification. `over` means that the link was used before or has expired.',
    answer: undo.undoResponse,
    values: { token: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k', outcome: 'done' },
  },
  'POST /account/held': {
    summary: 'List restricted logins and devices',
    description:
      'Returns the logins and devices in their cooldown. The list is empty on a device that is restricted itself. Times are in Unix milliseconds.',
    answer: heldResponse,
    values: { ...IN_MS, type: 'email', name: 'a…@example.org' },
  },
  'POST /account/held/allow': {
    summary: 'Allow a restricted login or device',
    description: 'Ends the cooldown of a login or device that the user recognizes. It needs a step-up.',
    answer: wireUser,
    codes: ['resource_conflict', 'not_found'],
    values: { id: 'device:Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k' },
  },
  'POST /account/held/refuse': {
    summary: 'Remove a restricted login or device',
    description:
      'Removes a login or device that the user does not recognize, and ends its sessions. It needs a step-up.',
    answer: wireUser,
    codes: ['failed_to_update_account', 'resource_conflict', 'not_found'],
    values: { id: 'device:Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k' },
  },
  'POST /step_up/ways': {
    summary: 'List step-up methods',
    description:
      'Returns whether an operation needs a step-up and which methods the user has for it. `held_until` is in Unix milliseconds.',
    answer: stepUp.waysResponse,
    codes: ['cannot_unlink_sole_account', 'step_up_required'],
    values: { ways: ['email'], held_until: null },
  },
  'POST /step_up/code': {
    summary: 'Send a step-up code',
    description: 'Sends a code to the user’s own email address or phone number.',
    answer: nothing,
    codes: ['linked_account_not_found', 'user_unsubscribed'],
  },
  'POST /step_up/challenge': {
    summary: 'Start a step-up with a passkey',
    description: 'Returns the WebAuthn options for `navigator.credentials.get` with the user’s own passkeys.',
    answer: challengeResponse,
    codes: ['linked_account_not_found'],
  },
  'POST /step_up/verify': {
    summary: 'Complete a step-up',
    description:
      'Verifies the code or the assertion. `step_up` is valid for one operation with this purpose and target, for five minutes.',
    answer: stepUp.verifyResponse,
    codes: ['invalid_credentials', 'linked_account_not_found'],
  },
  'POST /mfa/methods': {
    summary: 'List second factors',
    description:
      'Returns the user’s second factors with masked addresses, and the number of recovery codes left.',
    answer: mfa.methodsResponse,
    values: { name: 'Authenticator app' },
  },
  'POST /mfa/passwordless_sms/init': sendCode('SMS'),
  'POST /mfa/passwordless_sms/enroll': enroll('SMS'),
  'POST /mfa/passwordless_sms/verify': verify('SMS'),
  'POST /mfa/passwordless_sms/unenroll': unenroll('SMS'),
  'POST /mfa/passwordless/init': sendCode('email'),
  'POST /mfa/passwordless/enroll': enroll('email'),
  'POST /mfa/passwordless/verify': verify('email'),
  'POST /mfa/passwordless/unenroll': unenroll('email'),
  'POST /mfa/totp/init': {
    summary: 'Create an authenticator secret (TOTP)',
    description:
      'Returns the secret of an authenticator app, encrypted for `recipient`. It must be enrolled within ten minutes.',
    answer: mfa.totpInitResponse,
    codes: ['missing_or_invalid_mfa', 'not_supported', 'resource_conflict'],
    headers: MFA_HEADER,
  },
  'POST /mfa/totp/enroll': enroll('authenticator app (TOTP)'),
  'POST /mfa/totp/verify': verify('authenticator app (TOTP)'),
  'POST /mfa/totp/unenroll': unenroll('authenticator app (TOTP)'),
  'POST /mfa/passkeys/init': {
    summary: 'Start MFA with a passkey',
    description: 'Returns the WebAuthn options for the passkeys that are second factors.',
    answer: mfa.passkeyInitResponse,
    codes: ['missing_mfa_enrollment', 'missing_or_invalid_mfa'],
  },
  'POST /mfa/passkeys/verify': verify('passkey'),
  'POST /mfa/passkeys/enrollment': {
    ...enroll('passkey'),
    summary: 'Set the passkeys that are second factors',
    description: `Replaces the list of passkeys that are second factors. An empty list removes them all. ${FIRST_FACTOR}`,
    codes: [
      ...ENROLL_CODES,
      'linked_account_not_found',
      'missing_mfa_enrollment',
      'cannot_unlink_sole_account',
    ],
  },
  'POST /mfa/recovery_codes/verify': verify('recovery code'),
  'POST /mfa/recovery_codes/regenerate': {
    summary: 'Regenerate recovery codes',
    description:
      'Replaces the recovery codes and returns the new ones, encrypted for `recipient`. It needs a step-up and an MFA token.',
    answer: z.nullable(mfa.sealedRecoveryCodes),
    headers: MFA_HEADER,
    codes: ['missing_mfa_enrollment', 'missing_or_invalid_mfa', 'resource_conflict'],
  },
}
