import * as approvalFlow from '@vitrine/shared/api/approval-flow.ts'
import * as email from '@vitrine/shared/api/login/email.ts'
import * as farcaster from '@vitrine/shared/api/login/farcaster.ts'
import * as passkey from '@vitrine/shared/api/login/passkey.ts'
import * as sms from '@vitrine/shared/api/login/sms.ts'
import * as oauthFlow from '@vitrine/shared/api/oauth-flow.ts'
import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import { wireUser } from '@vitrine/shared/api/user.ts'
import * as walletSignIn from '@vitrine/shared/api/wallet-sign-in.ts'
import { challenge } from '@vitrine/shared/captcha/proof-of-work.ts'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import type { ServerErrorCode } from '../../../auth-server/errors/api-error.ts'
import { type Described, type DescribedRoutes, MFA_HEADER } from './described.ts'
import { SOLANA, type Values } from './values.ts'

const LOGIN_HEADERS = {
  'vitrine-browser':
    '32 random bytes, base64url, that the browser keeps after a logout. They tell a known browser from a new device.',
}

/** The operations that all login methods have, by the last part of the path. */
const ENDINGS: Readonly<Record<Ending, Described>> = {
  authenticate: {
    summary: 'Log in',
    description:
      'Verifies the login and starts a session that is bound to the device key. A new login makes a user, unless `mode` is `no-signup`.',
    answer: authenticatedUser,
    headers: LOGIN_HEADERS,
    codes: ['invalid_credentials', 'user_does_not_exist', 'allowlist_rejected', 'max_accounts_reached'],
  },
  link: {
    summary: 'Link a login',
    description:
      'Adds the login to the user of the session and returns the user. It needs a step-up. If another user has the login, `account_transfer_required` offers a merge.',
    answer: wireUser,
    codes: [
      'invalid_credentials',
      'account_transfer_required',
      'allowlist_rejected',
      'cannot_link_more_of_type',
      'linked_to_another_user',
      'failed_to_link_account',
    ],
  },
  unlink: {
    summary: 'Unlink a login',
    description:
      'Removes the login from the user and returns the user. It needs a step-up. The last login of a user stays.',
    answer: wireUser,
    codes: ['linked_account_not_found', 'cannot_unlink_sole_account', 'failed_to_update_account'],
  },
  update: {
    summary: 'Replace a login',
    description:
      'Replaces the address with another one and returns the user. The code is the one that was sent to the new address. It needs a step-up.',
    answer: wireUser,
    codes: [
      'invalid_credentials',
      'allowlist_rejected',
      'linked_account_not_found',
      'linked_to_another_user',
      'failed_to_update_account',
    ],
  },
  transfer: {
    summary: 'Merge another account',
    description:
      'Merges the account that has this login into the user of the session. `nonce` is the one of the error `account_transfer_required`, and works once.',
    answer: wireUser,
    codes: ['invalid_credentials', 'cannot_link_more_of_type', 'linked_to_another_user', 'resource_conflict'],
  },
}
type Ending = 'authenticate' | 'link' | 'unlink' | 'update' | 'transfer'

interface Method {
  readonly values?: Values
  readonly codes?: Partial<Record<Ending, readonly ServerErrorCode[]>>
}

function method(
  path: string,
  name: string,
  endings: readonly Ending[],
  { values, codes }: Method = {},
): DescribedRoutes {
  return Object.fromEntries(
    endings.map(ending => {
      const common = ENDINGS[ending]
      return [
        `POST ${path}/${ending}`,
        {
          ...common,
          summary: `${common.summary}: ${name}`,
          codes: [...(common.codes ?? []), ...(codes?.[ending] ?? [])],
          ...(values && { values }),
        },
      ]
    }),
  )
}

const FLOW_CODES: readonly ServerErrorCode[] = [
  'oauth_state_mismatch',
  'invalid_pkce_parameters',
  'oauth_unexpected',
  'oauth_account_suspended',
]
const OAUTH: Method['codes'] = {
  authenticate: [...FLOW_CODES, 'disallowed_plus_email'],
  link: [...FLOW_CODES, 'disallowed_plus_email'],
  unlink: ['missing_or_invalid_privy_account_id'],
}
const MADE_FOR_MESSAGE = 'The nonce is valid for five minutes, for one message of this address.'

const begin = (name: string, answer: $ZodType): Described => ({
  summary: `Start a login: ${name}`,
  description:
    'Returns the provider’s address with a signature of the server’s signer. With `redirect_to` the whole page goes there; otherwise a window does.',
  answer,
  codes: ['oauth_unexpected', 'not_supported'],
})
const nonce = (name: string, values?: Values): Described => ({
  summary: `Get a sign-in nonce: ${name}`,
  description: `Returns the nonce for the sign-in message. ${MADE_FOR_MESSAGE}`,
  answer: walletSignIn.initResponse,
  values: { nonce: '4bf92f3577b34da6a3ce929d0e0e4736', ...values },
})
const SOLANA_VALUES = { address: SOLANA, nonce: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k' }

const FLOW_VALUES = {
  flow_id: '4bf92f3577b34da6a3ce92',
  offer: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9kZk3xV0m1Q2w4E5r6T7y8',
  answer: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9kZk3xV0m1Q2w4E5r6T7y8',
  outcome: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9kZk3xV0m1Q2w4E5r6T7y8',
}

/** Login methods, linking and the flows that go with them. */
export const LOGIN_ROUTES: DescribedRoutes = {
  'POST /passwordless/init': {
    summary: 'Send a login code by email',
    description:
      'Sends a one-time code to the email address. `purpose` says whether the code is for a login, a link, an update or a step-up.',
    answer: email.initResponse,
    codes: ['disallowed_plus_email', 'allowlist_rejected', 'expired_or_invalid_authorization'],
  },
  ...method('/passwordless', 'email', ['authenticate', 'link', 'update', 'unlink', 'transfer'], {
    values: { address: 'ada@example.com' },
    codes: {
      authenticate: ['disallowed_plus_email'],
      link: ['disallowed_plus_email'],
      update: ['disallowed_plus_email'],
      unlink: ['cannot_unlink_embedded_wallet'],
    },
  }),
  'POST /passwordless_sms/init': {
    summary: 'Send a login code by SMS',
    description:
      'Sends a one-time code to the phone number, by SMS or with `channel` by WhatsApp. `purpose` says what the code is for.',
    answer: sms.initResponse,
    codes: ['user_unsubscribed', 'allowlist_rejected', 'expired_or_invalid_authorization'],
  },
  ...method('/passwordless_sms', 'SMS', ['authenticate', 'link', 'update', 'unlink', 'transfer']),
  'POST /oauth/init': begin('social login (OAuth)', oauthFlow.initResponse),
  ...method('/oauth', 'social login (OAuth)', ['authenticate', 'link', 'unlink', 'transfer'], {
    codes: OAUTH,
    values: { userInfo: { subject: '104857600123' } },
  }),
  'POST /telegram/init': begin('Telegram', oauthFlow.initResponse),
  ...method('/telegram', 'Telegram', ['authenticate', 'link', 'unlink', 'transfer'], {
    codes: { authenticate: FLOW_CODES, link: FLOW_CODES },
  }),
  'POST /passkeys/register/init': {
    summary: 'Start a sign-up with a passkey',
    description:
      'Returns the WebAuthn options for `navigator.credentials.create`. The challenge is valid for five minutes.',
    answer: passkey.creationInitResponse,
    codes: ['passkey_not_allowed'],
  },
  'POST /passkeys/register': {
    summary: 'Sign up with a passkey',
    description:
      'Verifies the new passkey, makes a user and starts a session that is bound to the device key.',
    answer: authenticatedUser,
    headers: LOGIN_HEADERS,
    codes: [
      'invalid_credentials',
      'passkey_not_allowed',
      'linked_to_another_user',
      'allowlist_rejected',
      'max_accounts_reached',
    ],
  },
  'POST /passkeys/authenticate/init': {
    summary: 'Start a login with a passkey',
    description:
      'Returns the WebAuthn options for `navigator.credentials.get`. The challenge is valid for five minutes.',
    answer: passkey.requestInitResponse,
  },
  'POST /passkeys/authenticate': {
    summary: 'Log in: passkey',
    description: 'Verifies the passkey’s assertion and starts a session that is bound to the device key.',
    answer: authenticatedUser,
    headers: LOGIN_HEADERS,
    codes: ['invalid_credentials', 'passkey_not_registered', 'allowlist_rejected'],
  },
  'POST /passkeys/link/init': {
    summary: 'Start linking a passkey',
    description: 'Returns the WebAuthn options for a further passkey of the user.',
    answer: passkey.creationInitResponse,
    codes: ['cannot_link_more_of_type'],
  },
  'POST /passkeys/link': {
    summary: 'Link a login: passkey',
    description:
      'Verifies the new passkey, adds it to the user of the session and returns the user. It needs a step-up.',
    answer: wireUser,
    codes: ['invalid_credentials', 'linked_to_another_user', 'cannot_link_more_of_type'],
  },
  'POST /passkeys/unlink': {
    summary: 'Unlink a login: passkey',
    description:
      'Removes the passkey as a login. With `remove_as_mfa` it is no second factor either; the device then signs the request. It needs a step-up.',
    answer: wireUser,
    headers: MFA_HEADER,
    codes: [
      'linked_account_not_found',
      'cannot_unlink_sole_account',
      'missing_or_invalid_mfa',
      'resource_conflict',
    ],
  },
  'POST /passkeys/rename': {
    summary: 'Rename a passkey',
    description: 'Sets the name of a passkey and returns the user. An empty name restores the default one.',
    answer: wireUser,
    codes: ['linked_account_not_found'],
    values: { name: 'Work laptop' },
  },
  'POST /farcaster/init': {
    summary: 'Start a login: Farcaster',
    description:
      'Opens a channel at the Farcaster relay (FIP-11). `connect_uri` is the content of the QR code.',
    answer: farcaster.initResponse,
  },
  'GET /farcaster/status': {
    summary: 'Get the state of a Farcaster login',
    description:
      'Returns `pending` until the user approved the login in Farcaster, then the signed message. The header `farcaster-channel-token` is required.',
    answer: farcaster.statusResponse,
    headers: {
      'farcaster-channel-token': 'The `channel_token` of `POST /farcaster/init`. The call fails without it.',
    },
    codes: ['invalid_data', 'invalid_credentials'],
    values: { nonce: '4bf92f3577b34da6a3ce929d0e0e4736' },
  },
  ...method('/farcaster', 'Farcaster', ['authenticate', 'link', 'unlink', 'transfer'], {
    values: { signature: `0x${'1b'.repeat(65)}` },
  }),
  'POST /siwe/init': nonce('Ethereum wallet (EIP-4361)'),
  ...method('/siwe', 'Ethereum wallet (EIP-4361)', ['authenticate', 'link', 'unlink', 'transfer'], {
    values: { signature: `0x${'1b'.repeat(65)}` },
    codes: {
      authenticate: ['invalid_message', 'not_supported'],
      link: ['invalid_message', 'not_supported'],
      unlink: ['cannot_unlink_embedded_wallet'],
    },
  }),
  'POST /siwe/link_smart_wallet': {
    ...ENDINGS.link,
    summary: 'Link a smart wallet',
    description:
      'Adds a smart contract wallet to the user and returns the user. The contract itself verifies the signature (ERC-1271, ERC-6492). It needs a step-up.',
    codes: [...(ENDINGS.link.codes ?? []), 'invalid_message', 'not_supported'],
    values: { signature: `0x${'1b'.repeat(65)}` },
  },
  'POST /siws/init': nonce('Solana wallet', { address: SOLANA }),
  ...method('/siws', 'Solana wallet', ['authenticate', 'link', 'unlink', 'transfer'], {
    values: SOLANA_VALUES,
    codes: {
      authenticate: ['invalid_message', 'not_supported'],
      link: ['invalid_message', 'not_supported'],
      unlink: ['cannot_unlink_embedded_wallet'],
    },
  }),
  ...method('/guest', 'guest', ['authenticate'], {
    values: { subject: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k' },
  }),
  ...method('/custom_jwt_account', 'the site’s own login (JWT)', ['authenticate', 'link', 'transfer']),

  'POST /oauth_flows/start': {
    summary: 'Read a started flow',
    description:
      'Returns the address that the frame’s login leads to. The window that the frame opened calls it.',
    answer: oauthFlow.startResponse,
    codes: ['not_found', 'disallowed_login_method', 'disallowed_recovery_method'],
  },
  'POST /oauth_flows/answer': {
    summary: 'Store the provider’s answer',
    description:
      'Stores the provider’s answer for the frame, once. The answer is encrypted for the server’s signer.',
    answer: oauthFlow.answerResponse,
  },
  'POST /oauth_flows/status': {
    summary: 'Read the provider’s answer',
    description: 'Returns the stored answer, or `null` while the user is at the provider.',
    answer: oauthFlow.statusResponse,
    codes: ['not_found', 'disallowed_login_method', 'disallowed_recovery_method'],
  },
  'POST /approval_flows/offer': {
    summary: 'Store a sealed request',
    description:
      'Stores an encrypted approval request for a window that the frame cannot reach. The server cannot read it, and deletes it after five minutes.',
    answer: approvalFlow.flowDone,
    codes: ['resource_conflict'],
    values: FLOW_VALUES,
  },
  'POST /approval_flows/claim': {
    summary: 'Claim a sealed request',
    description: 'Returns the encrypted request to the approval window, once.',
    answer: approvalFlow.flowOffer,
    codes: ['not_found'],
    values: FLOW_VALUES,
  },
  'POST /approval_flows/answer': {
    summary: 'Store a sealed answer',
    description: 'Stores the encrypted answer of the approval window for the frame, once.',
    answer: approvalFlow.flowDone,
    codes: ['not_found'],
    values: FLOW_VALUES,
  },
  'POST /approval_flows/status': {
    summary: 'Read a sealed answer',
    description: 'Returns whether a window claimed the request, and its encrypted answer.',
    answer: approvalFlow.flowStatus,
    codes: ['not_found'],
    values: FLOW_VALUES,
  },
  'POST /approval_flows/close': {
    summary: 'Store the outcome of a sealed request',
    description:
      'Stores the encrypted outcome for the approval window. The window can then neither claim nor answer the request.',
    answer: approvalFlow.flowDone,
    codes: ['not_found'],
    values: FLOW_VALUES,
  },
  'POST /approval_flows/outcome': {
    summary: 'Read the outcome of a sealed request',
    description:
      'Returns whether the frame has read the answer, and the encrypted outcome, or `null` while the request waits.',
    answer: approvalFlow.flowOutcome,
    codes: ['not_found'],
    values: FLOW_VALUES,
  },
  'POST /captcha/challenge': {
    summary: 'Get a captcha challenge',
    description: 'Returns a proof-of-work challenge (ALTCHA). A solution is accepted once, for this app.',
    answer: challenge,
    codes: ['not_supported'],
    values: {
      data: { app: 'app_3f9c1d2e4b5a6978' },
      nonce: '4bf92f3577b34da6a3ce929d0e0e4736',
      signature: 'a3ce929d0e0e47364bf92f3577b34da6a3ce929d0e0e47364bf92f3577b34da6',
    },
  },
  'POST /analytics_events': {
    summary: 'Report an analytics event',
    description: 'Counts a step of the user interface, without the user’s identity. The response is `null`.',
    answer: z.literal(null),
  },
}
