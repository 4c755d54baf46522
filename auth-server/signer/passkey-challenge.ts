import { CHALLENGE_LIFETIME_MS } from '@vitrine/shared/api/login/passkey.ts'
import type { Custody } from './custody.ts'
import { signStatement } from './identity.ts'
import { CLOCK_SKEW_MS } from './issue-code.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { sealStatement } from './seal.ts'

/**
 * Makes the challenge of a passkey ceremony: an HMAC over its id and its end. Nobody else can make one, so an assertion
 * that was made for another site, at another time or for a challenge of the caller's choice proves nothing here.
 *
 * @throws SignerRefusal `invalid_request` when it would live longer than five minutes.
 */
export function issueChallenge(
  custody: Custody,
  request: SignerRequest<'issueChallenge'>,
): SignerResponse<'issueChallenge'> {
  if (request.expiresAt > custody.now() + CHALLENGE_LIFETIME_MS + CLOCK_SKEW_MS) {
    throw new SignerRefusal('invalid_request', 'A passkey challenge lives five minutes at most.')
  }
  const challenge = challengeOf(custody, request)
  return {
    challenge,
    signature: signStatement(custody, { kind: 'challenge', appId: request.appId, challenge }),
  }
}

/** The one challenge with this id and end; 32 bytes, base64url. */
export function challengeOf(
  { keyring }: Custody,
  { appId, challengeId, expiresAt }: SignerRequest<'issueChallenge'>,
): string {
  return sealStatement(keyring.challenge, { kind: 'challenge', appId, challengeId, expiresAt })
}
