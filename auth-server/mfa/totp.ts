import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import type { totpInitRequest, totpInitResponse } from '@vitrine/shared/api/mfa.ts'
import { CODE_LIFETIME_MS } from '@vitrine/shared/otp/code.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { mfaEnrolments } from '../database/mfa-tables.ts'
import { accounts } from '../database/schema.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { outsideText } from '../outside-text.ts'
import { requireDevice } from '../sessions/require-device.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import { isOver } from './refusals.ts'

/** Has the secret of an authenticator app made for the device, and keeps it, sealed, until its first code. A newer one replaces it. */
export async function beginTotp(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { payload, signature }: SignedRequest<output<typeof totpInitRequest>>,
): Promise<output<typeof totpInitResponse>> {
  const { appId, userId, thumbprint } = session
  const expiresAt = ctx.now() + CODE_LIFETIME_MS
  const { sealed, ...answer } = await askSigner(
    ctx.signer.beginTotp({
      ...{ appId, userId, device: await requireDevice(ctx, session), expiresAt },
      authorization: { payload, signature },
      appName: outsideText(app.config.name, 128) ?? app.id,
      account: await nameOf(ctx, userId),
    }),
  )
  const row = { appId, sealed, expiresAt: new Date(expiresAt) }
  await ctx.db
    .insert(mfaEnrolments)
    .values({ userId, thumbprint, ...row })
    .onConflictDoUpdate({ target: [mfaEnrolments.userId, mfaEnrolments.thumbprint], set: row })
  return answer
}

/** What the app shows beside the site's name: an address that the person knows themselves by. */
async function nameOf(ctx: Context, userId: string): Promise<string> {
  const own = await ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
  const types = [accountTypeOf({ method: 'email' }), accountTypeOf({ method: 'sms' })]
  const named = types.flatMap(type => own.filter(account => account.type === type))
  return outsideText(named[0]?.subject, 254) ?? userId.slice(0, 12)
}

/** @throws `mfa_timeout` (422) when none waits */
export async function waitingTotp(ctx: Context, { userId, thumbprint }: ActiveSession) {
  const isIt = and(
    eq(mfaEnrolments.userId, userId),
    eq(mfaEnrolments.thumbprint, thumbprint),
    gt(mfaEnrolments.expiresAt, new Date(ctx.now())),
  )
  const [waiting] = await ctx.db.select().from(mfaEnrolments).where(isIt)
  if (!waiting) throw isOver()
  const { sealed, expiresAt } = waiting
  return {
    change: { type: 'totp', sealed, expiresAt: expiresAt.getTime() } as const,
    consumption: sql`
      delete from mfa_enrolments where user_id = ${userId} and thumbprint = ${thumbprint} and secret = ${sealed}
      returning user_id`,
  }
}
