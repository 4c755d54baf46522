import { MFA_RESET_OPEN_MS, MFA_RESET_WAIT_MS } from '@vitrine/shared/mfa/limits.ts'
import type { Custody } from '../custody.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { isSealOf, sealStatement } from '../seal.ts'
import { requireFactors, sealFactors } from '../sealed-factors.ts'
import { sealedAnew } from './sealed-anew.ts'

/**
 * Begins to take all second factors of a user away, who lost them: for the operator's own signer alone (`OPERATORS_OWN`). What it
 * says is the word that the wait began now, by this process's own clock, for the factors as they are.
 * @throws SignerRefusal `invalid_request` for less than the least wait, or without factors; `invalid_seal`
 */
export function beginFactorReset(
  { keyring, now }: Custody,
  { appId, userId, factors, waitMs }: SignerRequest<'beginFactorReset'>,
): SignerResponse<'beginFactorReset'> {
  if (waitMs < MFA_RESET_WAIT_MS)
    throw new SignerRefusal('invalid_request', 'A reset waits for 72 hours at least.')
  const present = requireFactors({ keyring }, { appId, userId }, null, factors)
  if (!present || present.list.length === 0)
    throw new SignerRefusal('invalid_request', 'There are no second factors.')
  const told = { version: present.version, at: now(), waitMs }
  return { ...told, seal: sealStatement(keyring.mfa, { kind: 'factor-reset', appId, userId, ...told }) }
}

/**
 * Takes them away. What must hold, whatever the database says:
 * 1. The reset was begun for this user by this process's own word.
 * 2. Its whole wait is over by this process's own clock, and not long ago.
 * 3. The factors are those that it was begun for: who changed one since, or used a recovery code, has not lost them.
 *
 * With the version that this makes the user's ways in and devices are sealed anew: nobody brings the factors of before.
 * @throws SignerRefusal `invalid_seal`; `invalid_request` when it is too early, or too late
 */
export function completeFactorReset(
  custody: Custody,
  request: SignerRequest<'completeFactorReset'>,
): SignerResponse<'completeFactorReset'> {
  const { appId, userId, factors, reset } = request
  const { keyring } = custody
  // 1.
  const { seal, ...told } = reset
  if (!isSealOf(keyring.mfa, { kind: 'factor-reset', appId, userId, ...told }, seal))
    throw new SignerRefusal('invalid_seal', 'This reset was begun by nobody.')

  // 2.
  const since = custody.now() - reset.at
  if (since < reset.waitMs) throw new SignerRefusal('invalid_request', 'The wait of this reset is not over.')
  if (since > reset.waitMs + MFA_RESET_OPEN_MS)
    throw new SignerRefusal('invalid_request', 'This reset was begun too long ago.')

  // 3.
  requireFactors(custody, { appId, userId }, null, factors)
  if (factors.version !== reset.version)
    throw new SignerRefusal('invalid_request', 'The second factors were changed since.')
  const version = factors.version + 1
  return {
    factors: sealFactors(custody, { appId, userId }, { version, list: [], recoveryCodes: [] }),
    ...sealedAnew(custody, request, version),
  }
}
