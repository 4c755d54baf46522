import { provenBy } from '@vitrine/shared/account/login-facts.ts'
import { entryOf, type Way } from '@vitrine/shared/login/registry.ts'
import type { Custody } from './custody.ts'
import type { LoginProof, SignerRequest } from './operations.ts'

/**
 * Whether the device meant this: its DPoP proof is one for the call that logs in, or links, in this way. A device proves
 * its key with every call, so that a proof for any of them would do for the API process to link a login of its own.
 */
export function isMeantFor(
  { origin }: Pick<Custody, 'origin'>,
  { proof, link, dpop }: Pick<SignerRequest<'verifyLogin'>, 'proof' | 'link' | 'dpop'>,
): boolean {
  if (isStepUp(proof)) return link !== null && isCallOf(dpop, `${origin}/api/v1/step_up/verify`)
  const { path, proofs } = entryOf(wayOf(proof).method)
  const paths = proofs[proof.type]
  if (!paths) return false
  const expected = link ? paths.link : [paths.login]
  return expected.some(call => isCallOf(dpop, `${origin}/api/v1${path}${call}`))
}

const isCallOf = (dpop: SignerRequest<'verifyLogin'>['dpop'], url: string): boolean =>
  dpop.method === 'POST' && dpop.url === url

/** Whether it proves again what is the user's already. */
export const isStepUp = (proof: LoginProof): boolean =>
  proof.type === 'code' && proof.issued.purpose === 'step-up'

/** The way to log in that a proof is for: which calls it may be sent to, and the type of the account that it proves. */
export function wayOf(proof: LoginProof): Way {
  switch (proof.type) {
    case 'code':
      return { method: proof.issued.channel }
    case 'attested':
      return { method: proof.method, ...(proof.provider && { provider: proof.provider }) }
    default: {
      const [method, another] = provenBy(proof.type)
      if (another) throw new TypeError(`Several methods have proofs of ${proof.type}`)
      return { method }
    }
  }
}
