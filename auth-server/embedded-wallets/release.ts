import { timingSafeEqual } from 'node:crypto'
import {
  type KeyMaterial,
  RECOVERY_TYPES,
  type RecoveryMethod,
  type RecoveryShareResponse,
} from '@vitrine/shared/wallet/embedded.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { embeddedSharings } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { limitRate } from '../http/rate-limit.ts'
import type { ActiveSession } from '../http/session.ts'
import { verifierHash } from './recovery-columns.ts'
import { describeSet, requireSet, requireSetOf, type SetRow } from './sets.ts'

const ONE_HOUR_MS = 60 * 60_000
/** Passcodes and other secrets that a user can try, right or wrong and on whatever device, in an hour. */
const TRIES_PER_HOUR = 10
/** Automatic recoveries of a user in an hour: one for each new device. */
const RECOVERIES_PER_HOUR = 60

/**
 * The auth share of a device's sharing.
 * @throws `embedded_wallet_needs_recovery` (409) when the sharing is not here: the device was let go, or this database is
 *   older than the device
 */
export async function releaseShare(
  ctx: Context,
  session: ActiveSession,
  setId: string,
  sharingId: string,
): Promise<{ readonly set: Awaited<ReturnType<typeof describeSet>>; readonly auth_share: string }> {
  const set = await requireSet(ctx, session, setId)
  const [sharing] = await ctx.db
    .update(embeddedSharings)
    .set({ usedAt: new Date(ctx.now()) })
    .where(and(eq(embeddedSharings.setId, set.id), eq(embeddedSharings.id, sharingId)))
    .returning()
  if (!sharing) throw needsRecovery()
  return { set: await describeSet(ctx.db, set), auth_share: sharing.authShare }
}

/** How the recovery key of a wallet's set is made (contract §2.8). Gives nothing that opens anything. */
export async function keyMaterial(
  ctx: Context,
  session: ActiveSession,
  address: string,
): Promise<KeyMaterial> {
  const set = await requireSetOf(ctx, session, address)
  const placeOf = (method: RecoveryMethod) => (set.recoveryMethod === method ? set.recoveryPlace : null)
  return {
    recovery_type: RECOVERY_TYPES[set.recoveryMethod],
    recovery_key_derivation_salt: set.recoverySalt,
    recovery_key: null,
    recovery_code: null,
    file_id: placeOf('google-drive'),
    icloud_record_name: placeOf('icloud'),
    credential_id: placeOf('passkey'),
    set_id: set.id,
    recovery_sharing_id: set.recoverySharingId,
  }
}

/**
 * The two shares that rebuild a set on a new device. A recovery by a passcode, a cloud, a passkey or the site's key is given to
 * who proves what opens it, a few times an hour: whoever has a person's login alone cannot guess at leisure on their own machine.
 * @throws `too_many_requests` (429); `invalid_credentials` (422) for a wrong passcode, or a wrong secret of another recovery
 */
export async function releaseRecovery(
  ctx: Context,
  session: ActiveSession,
  address: string,
  verifier: string | undefined,
): Promise<RecoveryShareResponse> {
  const set = await requireSetOf(ctx, session, address)
  // The try is counted before it is looked at: parallel guesses are counted too.
  await limitRate(ctx, [
    {
      scope: 'embedded-recovery',
      subject: session.userId,
      limit: set.recoveryMethod === 'privy' ? RECOVERIES_PER_HOUR : TRIES_PER_HOUR,
      windowMs: ONE_HOUR_MS,
    },
  ])
  requireVerifier(set, verifier)
  const [sharing] = await ctx.db
    .select()
    .from(embeddedSharings)
    .where(and(eq(embeddedSharings.setId, set.id), eq(embeddedSharings.id, set.recoverySharingId)))
  if (!sharing) throw needsRecovery()
  return {
    set: await describeSet(ctx.db, set),
    sharing_id: sharing.id,
    auth_share: sharing.authShare,
    recovery_share: set.recoveryShare,
  }
}

/** Nothing is said of which share would not open: before this there is none to try. */
function requireVerifier(
  { recoveryVerifierHash: expected, recoveryMethod }: SetRow,
  verifier: string | undefined,
): void {
  if (expected === null) return
  const given = verifier === undefined ? '' : verifierHash(verifier)
  if (given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return
  throw apiError(
    'invalid_credentials',
    recoveryMethod === 'user-passcode'
      ? 'This is not the recovery passcode of this wallet.'
      : 'This does not recover this wallet. Use what its recovery was set with.',
  )
}

const needsRecovery = () =>
  apiError(
    'embedded_wallet_needs_recovery',
    'This device has no part of the wallet’s key that fits. Recover the wallet on it.',
  )
