import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import { openSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { CODE_TRIES } from '@vitrine/shared/otp/code.ts'
import { isSealOf } from '../seal.ts'
import type { CheckProof } from './proof.ts'

/**
 * A code that was sent: sealed by the device that asked for it and now signs, for what it was asked for; right, not
 * expired by this process's clock, and with fewer than five wrong guesses here.
 */
export const checkCode: CheckProof<'code'> = async (custody, { issued, code: sealed }, request) => {
  const { keyring, wrongGuesses, addressGuesses } = custody
  const { digest, ...statement } = issued
  const { appId, channel, address, codeId, purpose, expiresAt, test } = statement
  const { device, userId, now } = request
  if (purpose !== request.purpose) return 'code'
  const identity = { type: accountTypeOf({ method: channel }), subject: address }
  const code = await openSecret(keyring.recipient, { purpose, appId, identity, userId, device }, sealed)
  // Not a guess: nobody learns anything of the code by what does not open.
  if (code === null) return 'sealed'

  // Synchronous from the count to the verdict: parallel guesses cannot all see the same count.
  const place = JSON.stringify([appId, channel, address])
  if (wrongGuesses.count(codeId, now) >= CODE_TRIES) return 'tries'
  if (!request.isKnown && addressGuesses.isSpent(place, now)) return 'tries'
  if (!isSealOf(keyring.otp, { kind: 'code', ...statement, device, code }, digest)) {
    wrongGuesses.add(codeId, now)
    addressGuesses.add(place, now)
    return 'code'
  }
  if (expiresAt <= now) return 'expired'
  // Who can write to the database can name any address a test account. Its code then proves another identity than the
  // mailbox does, opens nobody's account, and makes nobody's user id.
  return { appId, subject: address, ...(test ? { facts: { test } } : { namesUser: true }) }
}
