import type { AccountDetails } from '../../database/schema.ts'
import type { DpopProof } from '../../http/dpop.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { deviceSignature, notFromHere } from '../../identity/device-signature.ts'
import { linkedToAnotherUser } from '../../identity/identity.ts'
import type { ProofOfIdentity, RefusalReason } from '../../identity/proof-of-identity.ts'
import type { LoginProof } from '../../signer/operations.ts'
import { type Challenge, challengeIsOver, useChallenge } from './challenge.ts'
import { refusedPasskey } from './verify-registration.ts'

export interface PasskeyAnswer {
  /** Taken from the database by now. */
  readonly challenge: Challenge
  readonly credential: { readonly id: string; readonly publicKey: string }
  readonly details: AccountDetails
  /** What the device signed. */
  readonly signed: Pick<SignedRequest<unknown>, 'payload' | 'signature'>
  readonly dpop: DpopProof
}

type Passkey = { readonly identity: { readonly type: 'passkey'; readonly subject: string } }

/** What a passkey that was used, or just made, brings to log in or to link. */
export function passkeyProof(answer: PasskeyAnswer, proof: LoginProof): ProofOfIdentity & Passkey {
  return {
    identity: { type: 'passkey', subject: answer.credential.id },
    details: answer.details,
    proof,
    device: deviceSignature(answer.signed, answer.dpop),
    caller: answer.dpop.caller,
    consumption: useChallenge(answer.challenge),
    refusal: reason =>
      reason === 'account' && proof.type === 'new-credential' ? linkedToAnotherUser() : refusal(reason),
    used: challengeIsOver,
  }
}

function refusal(reason: RefusalReason): Error {
  switch (reason) {
    case 'authorization':
    case 'sealed':
      return notFromHere(reason)
    case 'expired':
      return challengeIsOver()
    case 'account':
    case 'device':
      return new Error(
        'A seal does not match: the row of an account or device was changed outside the server',
      )
    default:
      return refusedPasskey()
  }
}
