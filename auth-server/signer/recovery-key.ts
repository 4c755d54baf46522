import { claimRecoveryKeyRequest, readRecoveryKey } from '@vitrine/shared/api/recovery.ts'
import { requireAuthorization } from './authorization.ts'
import type { Custody } from './custody.ts'
import { encryptForDevice } from './encrypt-for-device.ts'
import { type EnvelopeContext, open, seal } from './envelope.ts'
import { signStatement } from './identity.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'

type Belonging = Pick<SignerRequest<'sealRecoveryKey'>, 'appId' | 'userId' | 'expiresAt'>

/**
 * Seals the recovery key that a site's backend has for its user, until a device of that user takes it. Under a key of its own:
 * what opens these opens no wallet.
 * @throws SignerRefusal `invalid_request` unless it has 32 to 64 bytes
 */
export function sealRecoveryKey(
  custody: Custody,
  { recoveryKey, ...belonging }: SignerRequest<'sealRecoveryKey'>,
): SignerResponse<'sealRecoveryKey'> {
  const bytes = readRecoveryKey(recoveryKey)
  if (!bytes) throw new SignerRefusal('invalid_request', 'A recovery key has 32 to 64 bytes.')
  try {
    return { sealed: seal(keyOf(custody), contextOf(belonging), bytes) }
  } finally {
    bytes.fill(0)
  }
}

/**
 * Gives it to the vault that a device of the user named in what it signed, encrypted so that who relays it cannot read it, and
 * signed so that they cannot give another one.
 * @throws SignerRefusal of `requireAuthorization`; `invalid_authorization` when the signed body asks for something else;
 *   `unreadable_envelope`, also for another app's or user's, or with another end
 */
export async function releaseRecoveryKey(
  custody: Custody,
  { sealed, device, authorization, mfa, ...belonging }: SignerRequest<'releaseRecoveryKey'>,
): Promise<SignerResponse<'releaseRecoveryKey'>> {
  const { appId, userId, expiresAt } = belonging
  const path = '/recovery/encryption_key/claim'
  const signed = claimRecoveryKeyRequest.safeParse(
    requireAuthorization(custody, { appId, userId, device, authorization, mfa, path }),
  )
  if (!signed.success)
    throw new SignerRefusal('invalid_authorization', 'The signed body does not ask for a recovery key.')
  if (expiresAt <= custody.now()) return { ok: false, reason: 'expired' }
  const bytes = open(keyOf(custody), contextOf(belonging), sealed)
  try {
    const { recipient } = signed.data
    const jwe = await encryptForDevice(recipient, bytes)
    const asked = { appId, userId, device: device.publicKey, recipient }
    return {
      ok: true,
      sealed: jwe,
      signature: signStatement(custody, { kind: 'recovery-key', ...asked, sealed: jwe }),
    }
  } finally {
    bytes.fill(0)
  }
}

const keyOf = ({ keyring }: Custody) => keyring.recoveryKey

const contextOf = ({ appId, userId, expiresAt }: Belonging): EnvelopeContext => ({
  purpose: 'recovery-key',
  appId,
  userId,
  expiresAt,
})
