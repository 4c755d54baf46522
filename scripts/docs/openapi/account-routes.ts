import * as undo from '@vitrine/shared/api/account-undo.ts'
import { activityResponse } from '@vitrine/shared/api/activity.ts'
import { delegationsResponse } from '@vitrine/shared/api/delegation.ts'
import { heldResponse } from '@vitrine/shared/api/held-back.ts'
import * as mfa from '@vitrine/shared/api/mfa.ts'
import * as ownData from '@vitrine/shared/api/own-data.ts'
import { challengeResponse } from '@vitrine/shared/api/passkey-step-up.ts'
import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import { createLoginCodeResponse, meResponse } from '@vitrine/shared/api/session-calls.ts'
import { sessionsResponse } from '@vitrine/shared/api/sessions-list.ts'
import * as stepUp from '@vitrine/shared/api/step-up.ts'
import { wireUser } from '@vitrine/shared/api/user.ts'
import * as z from 'zod/mini'
import { type DescribedRoutes, described } from './described.ts'

const nothing = z.object({})
/** The part of the page before, as it came in `next`. */
const activityQuery = z.object({ cursor: z.optional(z.string()) })

const factor = (path: string, name: string): DescribedRoutes => ({
  [`POST /mfa/${path}/init`]: described(`Sends a code for the second factor: ${name}`, mfa.initResponse),
  [`POST /mfa/${path}/enroll`]: described(`Adds a second factor: ${name}`, mfa.enrollResponse),
  [`POST /mfa/${path}/verify`]: described(`Proves the second factor: ${name}`, mfa.verifyResponse),
  [`POST /mfa/${path}/unenroll`]: described(`Takes the second factor away: ${name}`, wireUser),
})

export const ACCOUNT_ROUTES: DescribedRoutes = {
  'POST /sessions': described('Renews the tokens of a session', authenticatedUser),
  'POST /sessions/logout': described('Ends the session, or all of the user', nothing),
  'GET /sessions/list': described('Where the user is logged in', sessionsResponse),
  'POST /sessions/end': described('Ends another session of the user', sessionsResponse),
  'POST /sessions/login_code/create': described(
    'A one-time code that the app’s backend redeems',
    createLoginCodeResponse,
  ),
  'GET /users/me': described('The user of the session, and an identity token', meResponse),
  'POST /users/me/accept_terms': described('The user accepts the app’s terms', wireUser),
  'GET /users/me/activity': described(
    'What happened to the user, newest first',
    activityResponse,
    activityQuery,
  ),
  'POST /users/me/activity': described('A device tells what it signed with a key of its own', nothing),
  'POST /users/me/export': described('All that is stored of the user', ownData.exportOwnDataResponse),
  'POST /users/me/delete': described('Deletes the user', ownData.deleteAccountResponse),
  'GET /users/me/delegations': described('Who may use the user’s wallets besides them', delegationsResponse),
  'POST /account/undo': described('Takes a change back by the link of a notice', undo.undoResponse),
  'POST /account/held': described('Ways in and devices that are held', heldResponse),
  'POST /account/held/allow': described('The person says that it is theirs', wireUser),
  'POST /account/held/refuse': described('The person says that it is not', wireUser),
  'POST /step_up/ways': described('The ways by which the user may prove a login', stepUp.waysResponse),
  'POST /step_up/code': described('Sends a code for that proof', nothing),
  'POST /step_up/challenge': described('The challenge for that proof by a passkey', challengeResponse),
  'POST /step_up/verify': described(
    'Proves it: what comes is used once, by one change',
    stepUp.verifyResponse,
  ),
  'POST /mfa/methods': described('The user’s second factors', mfa.methodsResponse),
  ...factor('passwordless_sms', 'text message'),
  ...factor('passwordless', 'email'),
  ...factor('totp', 'authenticator app'),
  'POST /mfa/totp/init': described(
    'The secret of an authenticator app, for the device alone',
    mfa.totpInitResponse,
  ),
  'POST /mfa/passkeys/init': described(
    'The challenge for the second factor: passkey',
    mfa.passkeyInitResponse,
  ),
  'POST /mfa/passkeys/verify': described('Proves the second factor: passkey', mfa.verifyResponse),
  'POST /mfa/passkeys/enrollment': described('Which passkeys are second factors', mfa.enrollResponse),
  'POST /mfa/recovery_codes/verify': described('Proves the second factor: recovery code', mfa.verifyResponse),
  'POST /mfa/recovery_codes/regenerate': described(
    'New recovery codes, for the device alone',
    z.nullable(mfa.sealedRecoveryCodes),
  ),
}
