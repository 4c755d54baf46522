import { spending } from '../database/nonce.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import type { LoginProof } from '../signer/operations.ts'
import { deviceSignature, notFromHere } from './device-signature.ts'
import type { Identity } from './identity.ts'
import type { ProofOfIdentity } from './proof-of-identity.ts'

/**
 * A proof that is good more than once, as a credential or another party's statement is. What is used up in its place is
 * the device's proof: each use takes a new one, and of two uses of one at once the second finds it used.
 */
export function deviceBoundProof<I extends Identity>(
  identity: I,
  proof: LoginProof,
  signed: Pick<SignedRequest<unknown>, 'payload' | 'signature'>,
  dpop: DpopProof,
): ProofOfIdentity & { readonly identity: I } {
  return {
    identity,
    details: {},
    proof,
    device: deviceSignature(signed, dpop),
    caller: dpop.caller,
    consumption: { name: 'device-proof', statement: spending(dpop.nonce) },
    refusal: reason =>
      reason === 'authorization' || reason === 'sealed'
        ? notFromHere(reason)
        : new Error('A seal does not match: the row of an account or device was changed outside the server'),
    used: dpop.refused,
  }
}
