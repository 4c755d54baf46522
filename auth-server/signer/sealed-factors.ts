import { MFA_LIFETIME_MS } from '@vitrine/shared/mfa/limits.ts'
import type { Custody } from './custody.ts'
import type { GuardedSince } from './guarded-seal.ts'
import type { MfaClaim, SealedFactors } from './mfa-shapes.ts'
import { SignerRefusal } from './refusal.ts'
import { isSealOf, sealStatement } from './seal.ts'

type State = Pick<Custody, 'keyring' | 'now'>
interface Owner {
  readonly appId: string
  readonly userId: string
}

/** Seals what a user's factors are from now on. */
export function sealFactors(
  { keyring }: Pick<Custody, 'keyring'>,
  { appId, userId }: Owner,
  { version, list, recoveryCodes }: Omit<SealedFactors, 'seal'>,
): SealedFactors {
  const told = { version, list, recoveryCodes }
  return { ...told, seal: sealStatement(keyring.mfa, { kind: 'factors', appId, userId, ...told }) }
}

/**
 * Demands that these are the user's factors by this process's own word, and no older ones than who asks is sealed with.
 * @throws SignerRefusal `invalid_seal`; `missing_mfa` when they are left out
 */
export function requireFactors(
  { keyring }: Pick<Custody, 'keyring'>,
  { appId, userId }: Owner,
  since: GuardedSince,
  factors: SealedFactors | undefined,
): SealedFactors | null {
  if (factors === undefined) {
    // Who took over the API process would leave them out.
    if (since !== null) throw new SignerRefusal('missing_mfa', 'The second factors of the user are left out.')
    return null
  }
  const { seal, ...told } = factors
  if (!isSealOf(keyring.mfa, { kind: 'factors', appId, userId, ...told }, seal))
    throw new SignerRefusal('invalid_seal', 'The second factors are not this user’s.')
  // Who kept a copy would bring a factor that was removed.
  if (since !== null && told.version < since)
    throw new SignerRefusal('invalid_seal', 'The second factors are those of before.')
  return factors
}

/**
 * Demands that a user who has second factors proved one on this device, in the last five minutes by this process's own clock.
 * @throws SignerRefusal `missing_mfa`; those of `requireFactors`
 */
export function requireMfa(
  custody: State,
  who: Owner & { readonly device: string },
  since: GuardedSince,
  claim: MfaClaim,
): void {
  const factors = requireFactors(custody, who, since, claim?.factors)
  if (factors === null || factors.list.length === 0) return
  const token = claim?.token
  const { appId, userId, device } = who
  const statement = { kind: 'mfa', appId, userId, device, at: token?.at ?? 0 } as const
  if (!token || !isSealOf(custody.keyring.mfa, statement, token.seal))
    throw new SignerRefusal('missing_mfa', 'No second factor was proven on this device.')
  if (custody.now() - token.at >= MFA_LIFETIME_MS)
    throw new SignerRefusal('missing_mfa', 'The second factor was proven too long ago.')
}

/** The word of this process that a factor has just been proven on a device. */
export function issueMfa(
  { keyring, now }: State,
  { appId, userId, device }: Owner & { readonly device: string },
): { readonly at: number; readonly seal: string } {
  const at = now()
  return { at, seal: sealStatement(keyring.mfa, { kind: 'mfa', appId, userId, device, at }) }
}
