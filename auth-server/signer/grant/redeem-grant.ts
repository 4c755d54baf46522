import { createHash } from 'node:crypto'
import { accountTypeOf, provenBy } from '@vitrine/shared/account/login-facts.ts'
import { openSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { openAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import type { Custody } from '../custody.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { isSealOf, sealStatement } from '../seal.ts'
import { openClient } from './client-seal.ts'
import { callbackUrl, nonceOf } from './start-grant.ts'

/** The request that redeemed it goes on at once. */
const RECEIPT_LIFETIME_MS = 60_000

/**
 * Redeems what a provider gave for the person who began this flow here, and vouches for who that is:
 * 1. This process began the flow: for this app, provider, device, purpose and user, with this challenge, not long ago.
 * 2. The verifier is that challenge's (RFC 7636 §4.6), sealed by that device for that purpose and user. Checked here too, for
 *    not every provider does.
 * 3. The answer came to the wallet origin's own page, for this flow.
 * 4. The provider takes the code for the app's secret and says who it is.
 * Neither code, verifier, secret nor token is seen by who asks.
 */
export async function redeemGrant(
  custody: Custody,
  { client, grant, answer: sealedAnswer, verifier: sealedVerifier }: SignerRequest<'redeemGrant'>,
): Promise<SignerResponse<'redeemGrant'>> {
  const { keyring, mailer } = custody
  const { seal, ...begun } = grant
  const { appId, provider, state, codeChallenge, device, purpose, userId, expiresAt } = begun
  if (!isSealOf(keyring.grantSeal, { kind: 'grant', ...begun }, seal)) return refused('grant')
  if (expiresAt <= custody.now()) return refused('expired')
  const [method] = provenBy('grant')
  const type = accountTypeOf({ method, provider })

  const belonging = { purpose, appId, identity: { type, subject: state }, userId, device }
  const verifier = await openSecret(keyring.recipient, belonging, sealedVerifier)
  if (verifier === null) return refused('sealed')
  if (createHash('sha256').update(verifier).digest('base64url') !== codeChallenge) return refused('verifier')
  const answer = await openAnswer(keyring.recipient, state, sealedAnswer)
  if (answer === null) return refused('sealed')

  const secret = openClient(custody, { appId, provider, client })
  const redeemed = await mailer
    .redeemGrant({
      ...{ provider, settings: client.settings, secret, callbackUrl: callbackUrl(custody) },
      ...{ ...answer, state, verifier, nonce: nonceOf(custody, state) },
    })
    .catch(() => refused('unavailable'))
  if (!redeemed.ok) return redeemed
  const { profile } = redeemed
  const mailbox = profile.isEmailVerified ? (profile.email?.toLowerCase() ?? null) : null
  const receipt = {
    ...{ appId, type, subject: profile.subject, mailbox, device, purpose, userId },
    ...{ verifier: sealedVerifier, expiresAt: custody.now() + RECEIPT_LIFETIME_MS },
  }
  const { subject, expiresAt: until } = receipt
  return {
    ok: true,
    profile,
    receipt: {
      subject,
      mailbox,
      expiresAt: until,
      seal: sealStatement(keyring.grantSeal, { kind: 'granted', ...receipt }),
    },
  }
}

const refused = (reason: Extract<SignerResponse<'redeemGrant'>, { ok: false }>['reason']) =>
  ({ ok: false, reason }) as const
