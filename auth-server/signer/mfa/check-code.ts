import { createHash } from 'node:crypto'
import { openSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { mfaIdentity } from '@vitrine/shared/mfa/identity.ts'
import { MFA_TRIES } from '@vitrine/shared/mfa/limits.ts'
import type { MfaCodeMethod } from '@vitrine/shared/mfa/methods.ts'
import type { MfaPurpose } from '@vitrine/shared/otp/code.ts'
import type { Custody } from '../custody.ts'
import { open } from '../envelope.ts'
import type { SignerRequest } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { isSealOf } from '../seal.ts'
import { stepOfCode } from './totp.ts'
import { totpKeys } from './totp-key.ts'

/** Whose code it is, and of which device (RFC 7638 thumbprint). */
export interface Prover {
  readonly appId: string
  readonly userId: string
  readonly device: string
}

export type CodeRefusal = 'code' | 'sealed' | 'expired' | 'tries'

/** A typed code, as the device sealed it in what it signed. @returns `null` for what was sealed for something else */
export const openCode = (
  { keyring }: Custody,
  { appId, userId, device }: Prover,
  purpose: MfaPurpose,
  of: { readonly method: MfaCodeMethod; readonly address?: string },
  sealed: string,
): Promise<string | null> => {
  const identity = mfaIdentity(of.method, of.address)
  return openSecret(keyring.recipient, { purpose, appId, identity, userId, device }, sealed)
}

/**
 * One guess at a user's factors: those of all of them, on whatever device, are counted together. Synchronous from the count to the
 * verdict: guesses sent at once cannot all see the same count.
 * @param holds what a right guess shows; `null`: it is wrong
 */
export function guess<Shown>(
  { factorTries, addressGuesses, now }: Custody,
  { appId, userId }: Prover,
  holds: () => Shown | null,
): Shown | 'code' | 'tries' {
  const at = now()
  const place = JSON.stringify(['mfa', appId, userId])
  // Ten in a quarter of an hour; and so many in a day, that are remembered when this process ends.
  if (factorTries.wrong.count(place, at) >= MFA_TRIES || addressGuesses.isSpent(place, at)) return 'tries'
  const shown = holds()
  if (shown !== null) return shown
  factorTries.wrong.add(place, at)
  addressGuesses.add(place, at)
  return 'code'
}

type IssuedCode = Extract<SignerRequest<'proveFactor'>['proof'], { type: 'code' }>['issued']

/** A code that was sent, for this purpose, to this device, and is good. */
export function guessSentCode(
  custody: Custody,
  prover: Prover,
  purpose: MfaPurpose,
  issued: IssuedCode,
  code: string,
): 'right' | 'code' | 'tries' | 'expired' {
  const { digest, ...statement } = issued
  if (issued.appId !== prover.appId || issued.purpose !== purpose)
    throw new SignerRefusal('invalid_request', 'The code is for something else.')
  const sealed = { kind: 'code', ...statement, device: prover.device, code } as const
  const verdict = guess(custody, prover, () =>
    isSealOf(custody.keyring.otp, sealed, digest) ? ('right' as const) : null,
  )
  return verdict === 'right' && issued.expiresAt <= custody.now() ? 'expired' : verdict
}

/** A code of an authenticator app, which is used up. @param secret sealed; `expiresAt` of one that is not enrolled yet */
export function guessTotp(
  custody: Custody,
  prover: Prover,
  { sealed, expiresAt }: { readonly sealed: string; readonly expiresAt: number | null },
  code: string,
): { readonly step: number; readonly secret: Uint8Array } | 'code' | 'tries' {
  const { appId, userId } = prover
  const secret = open(totpKeys(custody.keyring), { purpose: 'totp-secret', appId, userId, expiresAt }, sealed)
  const verdict = guess(custody, prover, () => {
    const step = stepOfCode(secret, code, custody.now())
    // Somebody who looked over a shoulder, or the API process, has it a second time.
    return step !== null && custody.factorTries.useStep(nameOf(secret), step) ? { step, secret } : null
  })
  if (typeof verdict === 'string') secret.fill(0)
  return verdict
}

const nameOf = (secret: Uint8Array): string => createHash('sha256').update(secret).digest('base64url')
