import {
  type claimRecoveryKeyRequest,
  type claimRecoveryKeyResponse,
  RECOVERY_KEY_LIFETIME_MS,
  readRecoveryKey,
  type recoveryKeyStateResponse,
} from '@vitrine/shared/api/recovery.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { recoveryKeys } from '../database/recovery-tables.ts'
import { users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { limitRate } from '../http/rate-limit.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { requireProver } from '../mfa/claim/own-factors.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'

/** A site's backend is told at most once in this time that a device of a user waits. */
const TELL_EVERY_MS = 60_000

/**
 * Keeps the recovery key that a site's backend has for its user until a device of theirs takes it, ten minutes at most; a newer
 * one takes its place.
 * @throws `invalid_data` (400) for what is no key, `not_found` (404) when the app has no such user
 */
export async function enterRecoveryKey(
  ctx: Context,
  app: App,
  userId: string,
  recoveryKey: string,
): Promise<void> {
  const bytes = readRecoveryKey(recoveryKey)
  if (!bytes) throw apiError('invalid_data', 'recovery_key: write 32 to 64 random bytes as base64.')
  bytes.fill(0)
  const [user] = /^[\w:-]{1,64}$/.test(userId)
    ? await ctx.db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), eq(users.appId, app.id), isNull(users.mergedInto)))
    : []
  if (!user) throw apiError('not_found', 'This app has no such user.')
  const expiresAt = ctx.now() + RECOVERY_KEY_LIFETIME_MS
  const { sealed: sealedKey } = await askSigner(
    ctx.signer.sealRecoveryKey({ appId: app.id, userId, expiresAt, recoveryKey }),
  )
  const row = { appId: app.id, sealedKey, expiresAt: new Date(expiresAt) }
  await ctx.db
    .insert(recoveryKeys)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: recoveryKeys.userId, set: row })
}

/** Says whether one is there, and tells the backend that a device waits for one. */
export async function askForRecoveryKey(
  ctx: Context,
  session: ActiveSession,
): Promise<z.infer<typeof recoveryKeyStateResponse>> {
  const [entered] = await ctx.db
    .select({ userId: recoveryKeys.userId })
    .from(recoveryKeys)
    .where(isOf(session, ctx.now()))
  if (entered) return { is_there: true }
  if (await isFirstInAWhile(ctx, session.userId))
    await recordEvent(ctx.db, ctx.now(), session, session, { type: 'wallet.recovery_key_requested' })
  return { is_there: false }
}

async function isFirstInAWhile(ctx: Context, subject: string): Promise<boolean> {
  const limit = { scope: 'recovery-key-told', subject, limit: 1, windowMs: TELL_EVERY_MS }
  try {
    await limitRate(ctx, [limit])
    return true
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'too_many_requests') return false
    throw error
  }
}

/**
 * Gives the recovery key to the vault of the device that signed for it, once: the row is gone before anything is opened. What
 * fails after that is entered anew.
 * @throws `not_found` (404) when none is there; `expired_or_invalid_authorization` (403)
 */
export async function claimRecoveryKey(
  ctx: Context,
  session: ActiveSession,
  { payload, signature }: SignedRequest<z.infer<typeof claimRecoveryKeyRequest>>,
): Promise<z.infer<typeof claimRecoveryKeyResponse>> {
  const { appId, userId } = session
  const prover = await requireProver(ctx, session)
  const [taken] = await ctx.db.delete(recoveryKeys).where(isOf(session, ctx.now())).returning()
  if (!taken) throw notThere()
  const released = await askSigner(
    ctx.signer.releaseRecoveryKey({
      ...{ appId, userId, ...prover, authorization: { payload, signature } },
      ...{ sealed: taken.sealedKey, expiresAt: taken.expiresAt.getTime() },
    }),
  )
  if (!released.ok) throw notThere()
  return { sealed: released.sealed, signature: released.signature }
}

const isOf = ({ appId, userId }: ActiveSession, now: number) =>
  and(
    eq(recoveryKeys.userId, userId),
    eq(recoveryKeys.appId, appId),
    gt(recoveryKeys.expiresAt, new Date(now)),
  )

const notThere = () =>
  apiError('not_found', 'The site has not sent the key of this wallet’s recovery yet. Try again in a moment.')
