import type { codeAnswer, codeRequest } from '@vitrine/shared/api/step-up.ts'
import type { output } from 'zod/v4/core'
import { languageOfUser } from '../account-changes/language.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { refuse } from '../identity/proof-of-identity.ts'
import { proofByCode } from '../otp/code-proof.ts'
import type { Destination } from '../otp/destination.ts'
import { CARRIERS } from '../otp/send-budgets.ts'
import { sendCode } from '../otp/send-code.ts'
import { requireDevice } from '../sessions/require-device.ts'
import { grant } from './grant.ts'
import { requireWays } from './ways.ts'

/** Sends a code to an address of the user's own, for this device, that no login takes and that takes no login's place. */
export async function sendStepUpCode(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { purpose, way }: output<typeof codeRequest>,
  dpop: DpopProof,
): Promise<void> {
  const [{ subject }] = await requireWays(ctx, session, purpose, way)
  const destination: Destination = { channel: way, address: subject }
  const { by, budgets } = CARRIERS[way]
  await sendCode(ctx, {
    app,
    destination,
    purpose: 'step-up',
    by,
    language: await languageOfUser(ctx.db, session.userId, dpop.caller.language),
    dpop,
    budgets: budgets(ctx, app.id, subject),
  })
}

/**
 * Takes a try from the code, has the signer verify it, for the user and the device of this session alone, and grants what
 * it confirms.
 * @throws `invalid_credentials` (422) and those of `proofByCode`
 */
export async function confirmByCode(
  ctx: Context,
  app: App,
  session: ActiveSession,
  signed: SignedRequest<output<typeof codeAnswer>>,
  dpop: DpopProof,
): Promise<string | null> {
  const { way, code, ...confirmed } = signed.request
  const [{ id: accountId, subject }] = await requireWays(ctx, session, confirmed.purpose, way)
  const destination: Destination = { channel: way, address: subject }
  const typed = { app, destination, purpose: 'step-up', code, signed, details: {}, dpop } as const
  const { proven, account } = await proofByCode(ctx, typed)
  const link = { userId: session.userId, device: await requireDevice(ctx, session) }
  const verified = await ctx.signer.verifyLogin({ proof: proven.proof, account, ...proven.device, link })
  if (!verified.ok) throw await refuse(ctx, app.id, proven, verified.reason)
  const { statement: consumption } = proven.consumption
  const granted = await grant(ctx, app, session, confirmed, { verified, accountId, consumption })
  if (granted === undefined) throw proven.used()
  return granted
}
