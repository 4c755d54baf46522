import { deviceChallenge } from '@vitrine/shared/api/login/passkey-device.ts'
import { registers } from '../new-passkey.ts'
import { holdsAssertion } from '../passkey-assertion.ts'
import { challengeOf } from '../passkey-challenge.ts'
import type { CheckProof } from './proof.ts'

/**
 * A passkey that answered a challenge of this process, in time, for the device that signed the request: who relays the
 * answer cannot log in with it. The account's seal covers the public key (`facts`): a key that was exchanged in the database
 * opens nobody's account.
 */
export const checkAssertion: CheckProof<'assertion'> = async (custody, proof, { device, now }) => {
  const { appId, challengeId, expiresAt, credential, assertion } = proof
  const { publicKey } = credential
  const issued = challengeOf(custody, { appId, challengeId, expiresAt })
  const challenge = await deviceChallenge(issued, device)
  if (!holdsAssertion(assertion, { challenge, origin: custody.origin, publicKey })) return 'assertion'
  if (expiresAt <= now) return 'expired'
  return { appId, subject: credential.id, facts: { publicKey } }
}

/**
 * A passkey that was just made, as the device signed it: who relays the request can put no key of their own in its place.
 * Its attestation is `none` and proves nothing: it may become an account of a new user, or of the user whose device links
 * it, and never opens one that exists.
 * Residual: who takes over the API process can register a person's new passkey for a user of its own as well.
 */
export const checkNewCredential: CheckProof<'new-credential'> = (
  _custody,
  { appId, credential },
  { body },
) => {
  if (!registers(body, credential)) return 'assertion'
  return { appId, subject: credential.id, facts: { publicKey: credential.publicKey }, onlyNew: true }
}
