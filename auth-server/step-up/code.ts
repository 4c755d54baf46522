import type { codeAnswer, codeRequest } from '@vitrine/shared/api/step-up.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { DpopProof } from '../http/dpop.ts'
import { limitRate } from '../http/rate-limit.ts'
import type { ActiveSession } from '../http/session.ts'
import { stepUpCodeMail } from '../mail/login-code.ts'
import { proofByCode } from '../otp/code-proof.ts'
import type { Channel, Destination } from '../otp/destination.ts'
import { messageLimits } from '../otp/limits.ts'
import { sendCode } from '../otp/send-code.ts'
import { requireDevice } from '../sessions/require-device.ts'
import { stepUpCodeMessage } from '../sms/login-code.ts'
import { grant } from './grant.ts'
import { requireWays } from './ways.ts'

/** Sends a code to an address of the user's own, one that no login takes and that takes no login's place. */
export async function sendStepUpCode(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { purpose, way }: output<typeof codeRequest>,
): Promise<void> {
  const [{ subject }] = await requireWays(ctx, session, purpose, way)
  const destination: Destination = { channel: way, address: subject, purpose: 'step-up' }
  await limitRate(ctx, messageLimits(app.id, destination))
  await sendCode(ctx, app, destination, code => SENDERS[way](ctx, app, session, subject, code))
}

const SENDERS = {
  email: ({ mail }, { config }, { caller }, to, code) =>
    mail.send(stepUpCodeMail(to, config.name, code, caller.language)),
  sms: ({ sms }, { config }, { caller }, to, code) =>
    sms.send(stepUpCodeMessage(to, config.name, code, caller.language)),
} as const satisfies Record<
  Channel,
  (ctx: Context, app: App, session: ActiveSession, to: string, code: string) => Promise<void>
>

/**
 * Takes a try from the code, has the signer verify it, for the user and the device of this session alone, and grants what
 * it confirms.
 * @throws `invalid_credentials` (422) and those of `proofByCode`
 */
export async function confirmByCode(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { way, code, ...confirmed }: output<typeof codeAnswer>,
  dpop: DpopProof,
): Promise<string | null> {
  const [{ subject }] = await requireWays(ctx, session, confirmed.purpose, way)
  const destination: Destination = { channel: way, address: subject, purpose: 'step-up' }
  const { proven, account } = await proofByCode(ctx, { app, destination, code, details: {}, dpop })
  const device = await requireDevice(ctx, session)
  const link = { userId: session.userId, device }
  const verified = await ctx.signer.verifyLogin({ proof: proven.proof, account, dpop: proven.dpop, link })
  if (!verified.ok) throw proven.refusal(verified.reason)
  const granted = await grant(ctx, session, confirmed, proven.consumption.statement)
  if (granted === undefined) throw proven.used()
  return granted
}
