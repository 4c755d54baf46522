import { and, eq, gt, type InferSelectModel, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { signInNonces } from '../database/sign-in-tables.ts'
import { apiError } from '../errors/api-error.ts'

export type NonceRow = InferSelectModel<typeof signInNonces>

/**
 * Uses a nonce up, for the device, wallet and user that it was made for, before anything of the message is verified: of two uses
 * at once one has it, and nobody else's call takes it from them.
 * @throws `invalid_credentials` (422)
 */
export async function takeNonce(
  ctx: Context,
  {
    nonce,
    appId,
    device,
    subject,
    purpose,
    userId,
  }: Pick<NonceRow, 'nonce' | 'appId' | 'device' | 'subject' | 'purpose' | 'userId'>,
): Promise<NonceRow> {
  const theirs = and(
    eq(signInNonces.nonce, nonce),
    eq(signInNonces.appId, appId),
    eq(signInNonces.device, device),
    eq(signInNonces.subject, subject),
    eq(signInNonces.purpose, purpose),
    userId === null ? isNull(signInNonces.userId) : eq(signInNonces.userId, userId),
    gt(signInNonces.expiresAt, new Date(ctx.now())),
  )
  const [taken] = await ctx.db.delete(signInNonces).where(theirs).returning()
  if (taken) return taken
  throw nonceIsOver()
}

export const nonceIsOver = () =>
  apiError(
    'invalid_credentials',
    'This request to sign is over, was used already, or is another device’s or wallet’s. Start it again.',
  )
