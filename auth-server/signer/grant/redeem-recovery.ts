import { createHash } from 'node:crypto'
import { recoveryAuthenticateRequest } from '@vitrine/shared/api/recovery.ts'
import { openSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { openAnswer, type ProviderAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { isBot } from '../../oauth-providers/telegram-bot.ts'
import { requireAuthorization } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import { thumbprintOf } from '../device-key.ts'
import { encryptForDevice } from '../encrypt-for-device.ts'
import { signStatement } from '../identity.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { isSealOf } from '../seal.ts'
import { openClient } from './client-seal.ts'
import { callbackUrl } from './start-grant.ts'

type Refusal = Extract<SignerResponse<'redeemRecovery'>, { ok: false }>['reason']

const PATH = '/recovery/oauth/authenticate'

/**
 * Takes what the person's cloud answered and gives the frame that asked for it the access token:
 * 1. The user's device signed this very request: what was answered, the verifier and for whom the token is encrypted are in it.
 * 2. This process began the flow, for a recovery: for this app, cloud, device and user, with this challenge, not long ago.
 * 3. The verifier is that challenge's (RFC 7636 §4.6), sealed by that device for a recovery of that user.
 * 4. The answer came to the wallet origin's own page, for this flow.
 * 5. Google takes the code for the app's secret, and the token is for the app's own data alone. Apple's answer is the token.
 * Who asks sees neither code, verifier, secret nor token, and cannot put a token of its own in the place of the person's.
 * @throws SignerRefusal of `requireAuthorization`; `invalid_authorization` when the signed body asks for something else;
 *   `unreadable_envelope`: the client is not the operator's
 */
export async function redeemRecovery(
  custody: Custody,
  { client, grant, device, authorization, mfa }: SignerRequest<'redeemRecovery'>,
): Promise<SignerResponse<'redeemRecovery'>> {
  const { keyring } = custody
  const { seal, ...begun } = grant
  const { appId, userId, provider, state } = begun

  // 1.
  const path = PATH
  const signed = recoveryAuthenticateRequest.safeParse(
    requireAuthorization(custody, { appId, userId, device, authorization, mfa, path }),
  )
  if (!signed.success || signed.data.provider !== provider || signed.data.state_code !== state)
    throw new SignerRefusal('invalid_authorization', 'The signed body asks for something else.')
  const { authorization_code: sealedAnswer, code_verifier: sealedVerifier, recipient } = signed.data

  // 2.
  const isBegun = isSealOf(keyring.grantSeal, { kind: 'grant', ...begun, purpose: 'recovery' }, seal)
  if (!isBegun || thumbprintOf(device.publicKey) !== begun.device) return refused('grant')
  if (begun.expiresAt <= custody.now()) return refused('expired')

  // 3.
  const identity = { type: provider, subject: state }
  const belonging = { purpose: 'recovery', appId, identity, userId, device: begun.device } as const
  const verifier = await openSecret(keyring.recipient, belonging, sealedVerifier)
  if (verifier === null) return refused('sealed')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  if (challenge !== begun.codeChallenge) return refused('verifier')

  // 4.
  const answer = await openAnswer(keyring.recipient, state, sealedAnswer)
  if (answer === null) return refused('sealed')

  // 5.
  const token =
    provider === 'icloud'
      ? readWebAuthToken(answer)
      : await redeemDrive(custody, { appId, client, state }, answer, verifier)
  if (typeof token === 'string') return refused(token)
  const content = Buffer.from(token.accessToken, 'utf8')
  try {
    const sealed = await encryptForDevice(recipient, content)
    const asked = { appId, userId, device: device.publicKey, provider, recipient }
    const signature = signStatement(custody, { kind: 'cloud-token', ...asked, sealed })
    return { ok: true, token: sealed, signature }
  } finally {
    content.fill(0)
  }
}

/** Apple's page leaves it in the address that it goes back to; only CloudKit can tell whether it is good. */
const readWebAuthToken = ({ code }: ProviderAnswer): { accessToken: string } | Refusal =>
  /^[\x21-\x7e]{1,4096}$/.test(code) ? { accessToken: code } : 'refused'

async function redeemDrive(
  custody: Custody,
  {
    appId,
    client,
    state,
  }: Pick<SignerRequest<'redeemRecovery'>, 'client'> & { readonly appId: string; readonly state: string },
  answer: ProviderAnswer,
  verifier: string,
): Promise<{ accessToken: string } | Refusal> {
  if (!client || isBot(client.settings)) return 'misconfigured'
  const { settings } = client
  const secret = openClient(custody, { appId, provider: 'google-drive', client })
  const redeemed = await custody.mailer
    .redeemRecovery({ settings, secret, callbackUrl: callbackUrl(custody), ...answer, state, verifier })
    .catch(() => refused('unavailable'))
  return redeemed.ok ? redeemed : redeemed.reason
}

const refused = (reason: Refusal) => ({ ok: false, reason }) as const
