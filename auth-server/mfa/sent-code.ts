import type { MfaPurpose } from '@vitrine/shared/otp/code.ts'
import { CODE_TRIES } from '@vitrine/shared/otp/code.ts'
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { languageOfUser } from '../account-changes/language.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { oneTimeCodes } from '../database/schema.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { ActiveSession } from '../http/session.ts'
import type { Destination } from '../otp/destination.ts'
import { CARRIERS } from '../otp/send-budgets.ts'
import { sendCode } from '../otp/send-code.ts'
import type { SignerRequest } from '../signer/operations.ts'
import { isOver } from './refusals.ts'

/** Sends a code of a second factor, for this device, that no login takes and that takes no login's place. */
export async function sendFactorCode(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { destination, purpose }: { readonly destination: Destination; readonly purpose: MfaPurpose },
  dpop: DpopProof,
): Promise<void> {
  const { by, budgets } = CARRIERS[destination.channel]
  const language = await languageOfUser(ctx.db, session.userId, dpop.caller.language)
  const counted = budgets(ctx, app.id, destination.address)
  await sendCode(ctx, { app, destination, purpose, by, language, dpop, budgets: counted })
}

type IssuedCode = Extract<SignerRequest<'proveFactor'>['proof'], { type: 'code' }>['issued']

/** A code that waits, as the signer is told of it, and what uses it up: a row the first time, and none ever after. */
export interface TakenCode {
  readonly issued: IssuedCode
  readonly consumption: SQL
}

/**
 * Takes a try from the device's code, in a committed statement before it is verified.
 * @throws `mfa_timeout` (422) when none waits, or its tries are used up
 */
export async function takeSentCode(
  ctx: Context,
  { appId, thumbprint }: ActiveSession,
  { channel, address }: Destination,
  purpose: MfaPurpose,
): Promise<TakenCode> {
  const now = new Date(ctx.now())
  const [taken] = await ctx.db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(
      and(
        eq(oneTimeCodes.appId, appId),
        eq(oneTimeCodes.channel, channel),
        eq(oneTimeCodes.address, address),
        eq(oneTimeCodes.device, thumbprint),
        eq(oneTimeCodes.purpose, purpose),
        isNull(oneTimeCodes.consumedAt),
        gt(oneTimeCodes.expiresAt, now),
        lt(oneTimeCodes.tries, CODE_TRIES),
      ),
    )
    .returning()
  if (!taken) throw isOver()
  const { id: codeId, digest, test, expiresAt } = taken
  return {
    issued: { appId, channel, address, codeId, purpose, expiresAt: expiresAt.getTime(), test, digest },
    consumption: sql`
      update one_time_codes set consumed_at = ${now.toISOString()}::timestamptz
      where id = ${codeId} and consumed_at is null returning id`,
  }
}
