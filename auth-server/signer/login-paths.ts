import { provenBy } from '@vitrine/shared/account/login-facts.ts'
import { entryOf, type Way } from '@vitrine/shared/login/registry.ts'
import type { CodePurpose } from '@vitrine/shared/otp/code.ts'
import type { LoginProof } from './operations.ts'

/** Where a user who is logged in proves an account that they have: `POST` below `/api/v1`. */
export const STEP_UP_PATH = '/step_up/verify'

/**
 * What a device meant by the request that it signed: to log in, or to link, in this way. It signs requests all day, so
 * that any of them would do for the API process to link a login of its own.
 * @param path below `/api/v1`
 * @returns `null` for a call that takes no such proof
 */
export function purposeOf(proof: LoginProof, isForUser: boolean, path: string): CodePurpose | null {
  const entry = entryOf(wayOf(proof).method)
  const calls = entry.proofs[proof.type]
  if (!calls) return null
  if (!isForUser) return path === entry.path + calls.login ? 'login' : null
  if (path === STEP_UP_PATH) return isProvableAgain(proof) ? 'step-up' : null
  const call = calls.link.find(it => path === entry.path + it)
  if (call === undefined) return null
  return call === '/update' ? 'update' : 'link'
}

/** As `ProvableAgain` of `shared/api/step-up.ts` has it. */
const isProvableAgain = ({ type }: LoginProof) => type === 'code' || type === 'assertion'

/** The way to log in that a proof is for: which calls it may be sent to, and the type of the account that it proves. */
export function wayOf(proof: LoginProof): Way {
  switch (proof.type) {
    case 'code':
      return { method: proof.issued.channel }
    case 'token':
    case 'grant':
      return { method: proof.method, ...(proof.provider && { provider: proof.provider }) }
    case 'message':
      return { method: proof.method }
    default: {
      const [method, another] = provenBy(proof.type)
      if (another) throw new TypeError(`Several methods have proofs of ${proof.type}`)
      return { method }
    }
  }
}
