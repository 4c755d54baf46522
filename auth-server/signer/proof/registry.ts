import type { Custody } from '../custody.ts'
import type { LoginProof } from '../operations.ts'
import { checkAttested } from './attested.ts'
import { checkCode } from './code.ts'
import { checkGuest } from './guest.ts'
import { checkNewPasskey, checkPasskey } from './passkey.ts'
import type { CheckProof, ProofRefusal, Proven } from './proof.ts'

/** Every kind of proof; a forgotten one does not compile. */
const CHECKS: { readonly [Type in LoginProof['type']]: CheckProof<Type> } = {
  code: checkCode,
  guest: checkGuest,
  attested: checkAttested,
  passkey: checkPasskey,
  'new-passkey': checkNewPasskey,
}

export async function checkProof<Type extends LoginProof['type']>(
  custody: Custody,
  proof: Extract<LoginProof, { type: Type }>,
  now: number,
): Promise<Proven | ProofRefusal> {
  const check: CheckProof<Type> = CHECKS[proof.type as Type]
  return check(custody, proof, now)
}
