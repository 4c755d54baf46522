import { sql } from 'drizzle-orm'
import { logError } from '../log.ts'
import { auditEvents } from './audit-tables.ts'
import {
  accountChanges,
  accountNotices,
  accountTransfers,
  deletionNotices,
  stepUps,
} from './change-tables.ts'
import { agrees, readDatabaseClock } from './clock.ts'
import type { Database } from './connect.ts'
import { farcasterChannels } from './farcaster-tables.ts'
import { fundingOrders, fundingTransfers } from './funding-tables.ts'
import { hostKeys } from './host-key-tables.ts'
import { begunImports } from './imported-tables.ts'
import { keyReaders, tokenKeys } from './key-tables.ts'
import { mfaEnrolments, mfaResets, mfaTries } from './mfa-tables.ts'
import { oauthFlows } from './oauth-tables.ts'
import { operatorChallenges, operatorConfirmations, operatorSessions, sweeps } from './operator-tables.ts'
import { recoveryKeys } from './recovery-tables.ts'
import {
  analyticsEvents,
  approvalFlows,
  backendLoginCodes,
  idempotencyKeys,
  loginCodes,
  oneTimeCodes,
  passkeyChallenges,
  rateLimits,
  refreshTokens,
  sessions,
  usedNonces,
} from './schema.ts'
import { signInNonces } from './sign-in-tables.ts'
import { followedTransactions, webhookDeliveries } from './webhook-tables.ts'

const EVERY_MS = 60_000
const BATCH = 5_000
const EXPIRING = [
  approvalFlows,
  oauthFlows,
  farcasterChannels,
  signInNonces,
  loginCodes,
  oneTimeCodes,
  passkeyChallenges,
  backendLoginCodes,
  usedNonces,
  rateLimits,
  idempotencyKeys,
  refreshTokens,
  hostKeys,
  sessions,
  stepUps,
  recoveryKeys,
  begunImports,
  fundingOrders,
  fundingTransfers,
  mfaEnrolments,
  mfaTries,
  mfaResets,
  accountTransfers,
  accountNotices,
  accountChanges,
  deletionNotices,
  analyticsEvents,
  auditEvents,
  webhookDeliveries,
  followedTransactions,
  tokenKeys,
  keyReaders,
  operatorChallenges,
  operatorConfirmations,
  operatorSessions,
] as const

/**
 * Deletes rows whose `expires_at` has passed by the database's clock, a batch per table. Nothing relies on it: every
 * reader checks the date itself. Locked rows are skipped, so a sweep neither waits for a login nor deadlocks with one.
 * Nothing is deleted while the database's clock and this process's differ: one is wrong, and a session that is gone is gone.
 */
export async function sweepExpired(db: Database): Promise<void> {
  if (!agrees(await readDatabaseClock(db))) return
  // Before the sessions that lead to them.
  await sweepResumedDevices(db)
  for (const table of EXPIRING) {
    await db.execute(sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where expires_at < clock_timestamp() limit ${BATCH} for update skip locked
      ))`)
  }
  const at = sql`clock_timestamp()`
  await db
    .insert(sweeps)
    .values({ name: EXPIRED, at })
    .onConflictDoUpdate({ target: sweeps.name, set: { at } })
}

/** Each reload of a page that resumes its session makes a device key. The key is of no use without its session. */
async function sweepResumedDevices(db: Database): Promise<void> {
  await db.execute(sql`
    delete from devices where ctid = any (array(
      select devices.ctid from sessions join devices using (user_id, thumbprint)
      where resumed_from is not null and (revoked_at is not null or expires_at < clock_timestamp())
        and held_for = 'resumed'
      limit ${BATCH} for update of devices skip locked
    ))`)
}

/** Of `sweeps`. */
export const EXPIRED = 'expired'

/** Sweeps every minute until the returned function is called. */
export function startSweeping(db: Database): () => void {
  const timer = setInterval(() => {
    sweepExpired(db).catch(error => logError('the sweep of expired rows', error))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
