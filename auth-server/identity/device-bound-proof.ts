import { spending } from '../database/nonce.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { LoginProof } from '../signer/operations.ts'
import type { Identity } from './identity.ts'
import type { ProofOfIdentity } from './proof-of-identity.ts'

/**
 * A proof that is good more than once, as a credential or another party's statement is. What is used up in its place is
 * the device's proof: each use takes a new one, and of two uses of one at once the second finds it used.
 */
export function deviceBoundProof<I extends Identity>(
  identity: I,
  proof: LoginProof,
  dpop: DpopProof,
): ProofOfIdentity & { readonly identity: I } {
  return {
    identity,
    details: {},
    proof,
    dpop: { proof: dpop.jwt, method: 'POST', url: dpop.url },
    caller: dpop.caller,
    consumption: { name: 'device-proof', statement: spending(dpop.nonce) },
    refusal: reason =>
      reason === 'dpop'
        ? dpop.refused()
        : new Error('A seal does not match: the row of an account or device was changed outside the server'),
    used: dpop.refused,
  }
}
