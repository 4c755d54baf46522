import type { Context } from '../context.ts'
import type { ActiveSession } from '../http/session.ts'
import { requireDevice } from '../sessions/require-device.ts'
import type { KnownAccount } from './identity.ts'
import type { ProvenLogin } from './open-session.ts'
import { type ProofOfIdentity, refuse } from './proof-of-identity.ts'

/**
 * Lets the signer verify a proof and bind its identity to the user of the session.
 * @param account of another user, where the identity is theirs and is to be linked: the signer then says what a transfer takes
 * @throws what `proof` makes of a bad one | `expired_or_invalid_authorization` (403) when the device was removed.
 */
export async function proveForUser(
  ctx: Context,
  session: ActiveSession,
  proof: ProofOfIdentity,
  account: KnownAccount | null = null,
): Promise<ProvenLogin> {
  const device = await requireDevice(ctx, session)
  const proven = await ctx.signer.verifyLogin({
    proof: proof.proof,
    account,
    ...proof.device,
    link: { userId: session.userId, device },
  })
  if (proven.ok) return proven
  throw await refuse(ctx, session.appId, proof, proven.reason)
}
