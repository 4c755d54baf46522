import { createHash } from 'node:crypto'
import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import { openSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { openAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { readWay } from '@vitrine/shared/login/registry.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import { isBot } from '../../oauth-providers/telegram-bot.ts'
import type { Custody } from '../custody.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { isSealOf, sealStatement } from '../seal.ts'
import { openClient } from './client-seal.ts'
import { callbackUrl, nonceOf } from './start-grant.ts'
import { readTelegram } from './telegram-result.ts'

/** The request that redeemed it goes on at once. */
const RECEIPT_LIFETIME_MS = 60_000

/**
 * Redeems what a provider gave for the person who began this flow here, and vouches for who that is:
 * 1. This process began the flow: for this app, provider, device, purpose and user, with this challenge, not long ago.
 * 2. The verifier is that challenge's (RFC 7636 §4.6), sealed by that device for that purpose and user. Checked here too, for
 *    not every provider does.
 * 3. The answer came to the wallet origin's own page, for this flow.
 * 4. The provider takes the code for the app's secret and says who it is; or what it said of itself holds by a bot's token.
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
  const way = readWay(provider)
  if (!way) return refused('grant')
  const type = accountTypeOf(way)

  const belonging = { purpose, appId, identity: { type, subject: state }, userId, device }
  const verifier = await openSecret(keyring.recipient, belonging, sealedVerifier)
  if (verifier === null) return refused('sealed')
  if (createHash('sha256').update(verifier).digest('base64url') !== codeChallenge) return refused('verifier')
  const answer = await openAnswer(keyring.recipient, state, sealedAnswer)
  if (answer === null) return refused('sealed')

  const vouch = (subject: string, mailbox: string | null) => {
    const until = custody.now() + RECEIPT_LIFETIME_MS
    const receipt = { appId, type, subject, mailbox, device, purpose, userId, verifier: sealedVerifier }
    const granted = { kind: 'granted', ...receipt, expiresAt: until } as const
    return { subject, mailbox, expiresAt: until, seal: sealStatement(keyring.grantSeal, granted) }
  }
  const secret = openClient(custody, { appId, provider, client })
  const { settings } = client
  if (isBot(settings)) {
    const told = readTelegram(answer.code, settings, secret, custody.now())
    if (typeof told === 'string') return refused(told)
    // A page could bring its own maker's, who would then log in as this person.
    if (told.isBrought && purpose !== 'login') return refused('refused')
    const { profile, once, isBrought } = told
    return { ok: true, profile, once, isBrought, receipt: vouch(profile.subject, null) }
  }
  const redeemed = await mailer
    .redeemGrant({
      ...{ provider, settings, secret, callbackUrl: callbackUrl(custody) },
      ...{ ...answer, state, verifier, nonce: nonceOf(custody, state) },
    })
    .catch(() => refused('unavailable'))
  if (!redeemed.ok) return redeemed
  const { profile } = redeemed
  const mailbox = profile.isEmailVerified ? (emailAddress.safeParse(profile.email).data ?? null) : null
  return { ok: true, profile, once: null, isBrought: false, receipt: vouch(profile.subject, mailbox) }
}

const refused = (reason: Extract<SignerResponse<'redeemGrant'>, { ok: false }>['reason']) =>
  ({ ok: false, reason }) as const
