import { CODE_TRIES } from '@vitrine/shared/otp/code.ts'
import { isSealOf } from '../seal.ts'
import type { CheckProof } from './proof.ts'

/**
 * A code that was sent: right, not expired by this process's clock, and with fewer than five wrong guesses here.
 * Synchronous from the count to the verdict: parallel guesses cannot all see the same count.
 */
export const checkCode: CheckProof<'code'> = ({ keyring, wrongGuesses }, { issued, code }, now) => {
  const { appId, address, codeId, expiresAt, test } = issued
  if (wrongGuesses.count(codeId, now) >= CODE_TRIES) return 'tries'
  const { digest, ...facts } = issued
  const statement = { kind: 'code', ...facts, code } as const
  if (!isSealOf(keyring.otp, statement, digest)) {
    wrongGuesses.add(codeId, now)
    return 'code'
  }
  if (expiresAt <= now) return 'expired'
  // Who can write to the database can name any address a test account. Its code then proves another identity than the
  // mailbox does, opens nobody's account, and makes nobody's user id.
  return { appId, subject: address, ...(test ? { facts: { test } } : { namesUser: true }) }
}
