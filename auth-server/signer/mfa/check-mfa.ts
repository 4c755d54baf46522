import type { Custody } from '../custody.ts'
import { thumbprintOf } from '../device-key.ts'
import { readGuarded } from '../guarded-seal.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { requireMfa } from '../sealed-factors.ts'

/**
 * Says whether a factor was proven on a device, where the user has one, for what the API process does by itself. It learns nothing by
 * which it could do what this process does.
 * @throws SignerRefusal `invalid_seal` | `missing_mfa`
 */
export function checkMfa(
  custody: Custody,
  { appId, userId, device: { publicKey, seal }, mfa }: SignerRequest<'checkMfa'>,
): SignerResponse<'checkMfa'> {
  const statement = { kind: 'device', appId, userId, publicKey } as const
  const sealed = readGuarded(custody.keyring.deviceSeal, statement, seal)
  if (!sealed) throw new SignerRefusal('invalid_seal', 'The device does not belong to this user.')
  requireMfa(custody, { appId, userId, device: thumbprintOf(publicKey) }, sealed.since, mfa)
  return {}
}
