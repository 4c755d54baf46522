import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import type { Custody } from '../custody.ts'
import { wayOf } from '../login-paths.ts'
import type { LoginProof } from '../operations.ts'
import { checkChannel } from './channel.ts'
import { checkCode } from './code.ts'
import { checkAssertion, checkNewCredential } from './credential.ts'
import { checkGrant } from './grant.ts'
import { checkMessage } from './message.ts'
import type { CheckProof, ProofRefusal, ProofRequest, Proven } from './proof.ts'
import { checkSecret } from './secret.ts'
import { checkToken } from './token.ts'

/** Every kind of proof; a forgotten one does not compile. */
const CHECKS: { readonly [Type in LoginProof['type']]: CheckProof<Type> } = {
  code: checkCode,
  secret: checkSecret,
  token: checkToken,
  assertion: checkAssertion,
  'new-credential': checkNewCredential,
  grant: checkGrant,
  channel: checkChannel,
  message: checkMessage,
}

/**
 * Checks a proof. The account's type is the one of the way that the proof is for, or of the call that the device signed, never
 * the proof's own word: a proof of one way opens no account of another.
 */
export async function checkProof<Type extends LoginProof['type']>(
  custody: Custody,
  proof: Extract<LoginProof, { type: Type }>,
  request: ProofRequest,
): Promise<Proven | ProofRefusal> {
  const check: CheckProof<Type> = CHECKS[proof.type as Type]
  const shown = await check(custody, proof, request)
  if (typeof shown === 'string') return shown
  const { subject, type = accountTypeOf(wayOf(proof)), ...established } = shown
  return { ...established, identity: { type, subject } }
}
