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
import { type DescribedRoutes, described } from './described.ts'

/** What methods have in common, by the last part of the path. */
const ENDINGS = {
  authenticate: ['Logs in', authenticatedUser],
  link: ['Adds this way to log in to the user of the session', wireUser],
  unlink: ['Takes this way to log in away', wireUser],
  update: ['Puts another address in the place of the present one', wireUser],
  transfer: ['Makes one account of two, after the person agreed', wireUser],
} as const
type Ending = keyof typeof ENDINGS

const method = (path: string, name: string, endings: readonly Ending[]): DescribedRoutes =>
  Object.fromEntries(
    endings.map(ending => [
      `POST ${path}/${ending}`,
      described(`${ENDINGS[ending][0]}: ${name}`, ENDINGS[ending][1]),
    ]),
  )

export const LOGIN_ROUTES: DescribedRoutes = {
  'POST /passwordless/init': described('Sends a code by email', email.initResponse),
  ...method('/passwordless', 'email', ['authenticate', 'link', 'update', 'unlink', 'transfer']),
  'POST /passwordless_sms/init': described('Sends a code by text message', sms.initResponse),
  ...method('/passwordless_sms', 'text message', ['authenticate', 'link', 'update', 'unlink', 'transfer']),
  'POST /oauth/init': described('Begins a login at another company', oauthFlow.initResponse),
  ...method('/oauth', 'another company', ['authenticate', 'link', 'unlink', 'transfer']),
  'POST /telegram/init': described('Begins a login at Telegram', oauthFlow.initResponse),
  ...method('/telegram', 'Telegram', ['authenticate', 'link', 'unlink', 'transfer']),
  'POST /passkeys/register/init': described('The challenge for a new passkey', passkey.creationInitResponse),
  'POST /passkeys/register': described('Makes a user by a new passkey, and logs in', authenticatedUser),
  'POST /passkeys/authenticate/init': described('The challenge for a passkey', passkey.requestInitResponse),
  'POST /passkeys/authenticate': described('Logs in: passkey', authenticatedUser),
  'POST /passkeys/link/init': described('The challenge for a further passkey', passkey.creationInitResponse),
  'POST /passkeys/link': described('Adds a passkey to the user of the session', wireUser),
  'POST /passkeys/unlink': described('Takes a passkey away', wireUser),
  'POST /passkeys/rename': described('Names a passkey', wireUser),
  'POST /farcaster/init': described('Opens a channel at the Farcaster relay', farcaster.initResponse),
  'GET /farcaster/status': described('How far the person is in Farcaster', farcaster.statusResponse),
  ...method('/farcaster', 'Farcaster', ['authenticate', 'link', 'unlink', 'transfer']),
  'POST /siwe/init': described('A nonce to sign in with Ethereum (EIP-4361)', walletSignIn.initResponse),
  ...method('/siwe', 'an Ethereum wallet', ['authenticate', 'link', 'unlink', 'transfer']),
  'POST /siwe/link_smart_wallet': described('Adds a smart wallet to the user of the session', wireUser),
  'POST /siws/init': described('A nonce to sign in with Solana', walletSignIn.initResponse),
  ...method('/siws', 'a Solana wallet', ['authenticate', 'link', 'unlink', 'transfer']),
  ...method('/guest', 'guest', ['authenticate']),
  ...method('/custom_jwt_account', 'the site’s own login', ['authenticate', 'link', 'transfer']),

  'POST /oauth_flows/start': described(
    'The window asks where its frame’s login leads',
    oauthFlow.startResponse,
  ),
  'POST /oauth_flows/answer': described('The window leaves what it came back with', oauthFlow.answerResponse),
  'POST /oauth_flows/status': described(
    'The frame asks what the window came back with',
    oauthFlow.statusResponse,
  ),
  'POST /approval_flows/offer': described('The frame leaves a sealed request', approvalFlow.flowDone),
  'POST /approval_flows/claim': described('The window takes it, once', approvalFlow.flowOffer),
  'POST /approval_flows/answer': described('The window leaves its sealed answer', approvalFlow.flowDone),
  'POST /approval_flows/status': described('The frame asks for the answer', approvalFlow.flowStatus),
  'POST /captcha/challenge': described('Work to be done before a login', challenge),
  'POST /analytics_events': described(
    'Tells of a step of the person’s, without who they are',
    z.literal(null),
  ),
}
