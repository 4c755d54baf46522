import type { UndoOutcome } from '@vitrine/shared/api/account-undo.ts'
import { and, desc, eq, gt, gte, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { delegationData } from '../audit/delegation-data.ts'
import { type Doer, recordEvent, THE_SERVER } from '../audit/record-event.ts'
import { redacted } from '../audit/redact.ts'
import type { Context } from '../context.ts'
import { accountChanges, accountNotices } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { walletDelegations } from '../database/delegation-tables.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { accounts, devices, users } from '../database/schema.ts'
import { endSessions } from '../sessions/revoke.ts'
import { hashToken } from '../sessions/secret-token.ts'
import { reachedBy } from '../users/adopted.ts'
import { lockUserRow } from '../users/lock-user.ts'
import { alarmHoldMs } from './hold.ts'
import { CannotTakeBack, restoreAccounts } from './restore-accounts.ts'
import { restoreMerged } from './restore-merged.ts'
import { restoreRecovery } from './restore-recovery.ts'
import { stopFactorReset } from './stop-factor-reset.ts'

type ChangeRow = typeof accountChanges.$inferSelect

/**
 * "This wasn't me": ends all sessions of the user, holds every device, known ones and those to come, for as long as a
 * change can be undone, and takes back this change and all changes of ways in that came after it, the last one first.
 *
 * The link is used up before anything is looked at: of two presses at once the second finds it used. The rest is one
 * transaction, so that a crash leaves all of it to the next link, or nothing.
 * @param link as its page has it, which tells the person of `app`: with another's secret behind it, nothing is done
 */
export async function undoChange(
  ctx: Context,
  { token, app }: { readonly token: string; readonly app?: string | undefined },
): Promise<UndoOutcome> {
  const now = new Date(ctx.now())
  const [notice] = await ctx.db
    .update(accountNotices)
    .set({ usedAt: now })
    .where(
      and(
        eq(accountNotices.tokenHash, hashToken(token)),
        isNull(accountNotices.usedAt),
        gt(accountNotices.expiresAt, now),
      ),
    )
    .returning({ changeId: accountNotices.changeId })
  if (!notice) return 'over'
  return ctx.db.transaction(async tx => {
    const [found] = await tx.select().from(accountChanges).where(eq(accountChanges.id, notice.changeId))
    if (!found || (app !== undefined && app !== found.appId)) return 'over'
    const heldUntil = new Date(now.getTime() + alarmHoldMs(found))
    const alarm = { now, heldUntil, except: null, by: THE_SERVER }
    if (!(await putApart(tx, found.userId, alarm))) return 'kept'
    const [change] = await tx.select().from(accountChanges).where(eq(accountChanges.id, found.id))
    if (!change || change.undoneAt !== null) return 'over'
    await shutOut(tx, change.userId, alarm)
    // What was allowed is taken back from where it was added.
    const from =
      change.kind === 'allow' && change.added && (await findAdding(tx, change.userId, change.added))
    return takeBack(tx, change, from || change, alarm)
  })
}

/**
 * Locks a user; one who was taken in since becomes a user of their own first, with all that was changed after that taken back.
 * @returns `false` when they cannot be put apart any more; the account that they are part of is shut all the same
 */
async function putApart(tx: Transaction, userId: string, alarm: Alarm): Promise<boolean> {
  const user = await lockUserRow(tx, userId)
  if (!user?.mergedInto) return true
  const [merge] = await tx
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.kind, 'merge'),
        isNull(accountChanges.undoneAt),
        sql`${accountChanges.merged} ->> 'userId' = ${userId}`,
      ),
    )
    .orderBy(desc(accountChanges.place))
    .limit(1)
  const isReachable = merge !== undefined && (await putApart(tx, merge.userId, alarm))
  await shutOut(tx, merge?.userId ?? user.mergedInto, alarm)
  return isReachable && (await takeBackFrom(tx, merge, alarm)) === 'done'
}

interface Alarm {
  readonly now: Date
  readonly heldUntil: Date
  /** Thumbprint of the device that the person says it on, where they are logged in; `null`: they read a mail. */
  readonly except: string | null
  readonly by: Doer
}

/** No session lives on, no delegate signs any more, and no device until the window is over, unless an older way or device frees it. */
export async function shutOut(
  tx: Transaction,
  userId: string,
  { now, heldUntil, except, by }: Alarm,
): Promise<void> {
  const others = sql`user_id = ${userId} and thumbprint is distinct from ${except}::text`
  const ofDevices = except === null ? undefined : ne(devices.thumbprint, except)
  await endSessions(tx, now.getTime(), others, by, 'alarm', except)
  await tx
    .update(devices)
    .set({ heldUntil, heldFor: 'alarm' })
    // A resumed device is restricted for good: an alarm, which ends by itself, must not replace that.
    .where(and(eq(devices.userId, userId), ofDevices, sql`held_for is distinct from 'resumed'`))
  await tx.update(users).set({ heldUntil }).where(eq(users.id, userId))
  await endDelegations(tx, userId, { now, by })
  // Whoever was in the account may have asked the operator for it.
  await stopFactorReset(tx, now.getTime(), userId, by)
}

async function endDelegations(tx: Transaction, userId: string, { now, by }: Pick<Alarm, 'now' | 'by'>) {
  const ended = await tx
    .delete(walletDelegations)
    .where(inArray(walletDelegations.userId, reachedBy(userId)))
    .returning({ list: walletDelegations.list })
  for (const { list } of ended)
    for (const delegation of list.delegations)
      await recordEvent(tx, now.getTime(), { appId: list.appId, userId }, by, {
        type: 'wallet.delegation_revoked',
        data: delegationData(list, delegation),
      })
}

/** The key of a device that came in signs for nobody from then on, nor do others of the same browser, of any login. */
export async function dropDevice(tx: Transaction, userId: string, thumbprint: string): Promise<void> {
  await tx.delete(devices).where(
    and(
      eq(devices.userId, userId),
      or(
        eq(devices.thumbprint, thumbprint),
        inArray(
          devices.browserHash,
          tx
            .select({ browserHash: devices.browserHash })
            .from(devices)
            .where(and(eq(devices.userId, userId), eq(devices.thumbprint, thumbprint))),
        ),
      ),
    ),
  )
}

/** The change by which a user got a way in, the last one that is not undone. */
export async function findAdding(
  tx: Transaction,
  userId: string,
  { type, subject }: NonNullable<ChangeRow['added']>,
): Promise<ChangeRow | undefined> {
  const made = await tx
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.userId, userId),
        inArray(accountChanges.kind, ['link', 'update', 'merge']),
        isNull(accountChanges.undoneAt),
      ),
    )
    .orderBy(desc(accountChanges.place))
  return made.find(({ added, merged }) =>
    [added, ...(merged?.accounts ?? [])].some(each => each?.type === type && each.subject === subject),
  )
}

async function takeBack(
  tx: Transaction,
  change: ChangeRow,
  from: ChangeRow,
  alarm: Alarm,
): Promise<UndoOutcome> {
  const { userId, kind, thumbprint } = change
  if (kind === 'device' || kind === 'allow') await dropDevice(tx, userId, thumbprint)
  const outcome = await takeBackFrom(tx, from, alarm)
  await tx.update(accountChanges).set({ undoneAt: alarm.now }).where(eq(accountChanges.id, change.id))
  return outcome
}

/**
 * Takes a change back and all changes of ways in that came after it, the last one first. What was allowed since waits again:
 * the way in itself is another change's.
 */
export async function takeBackFrom(
  tx: Transaction,
  { userId, place }: ChangeRow,
  alarm: Alarm,
): Promise<Exclude<UndoOutcome, 'over'>> {
  const since = await tx
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.userId, userId),
        gte(accountChanges.place, place),
        notInArray(accountChanges.kind, ['device', 'leak']),
        isNull(accountChanges.undoneAt),
      ),
    )
    .orderBy(desc(accountChanges.place))
  let outcome: Exclude<UndoOutcome, 'over'> = 'done'
  for (const each of since) {
    if (each.kind === 'allow') await holdAgain(tx, each, alarm.heldUntil)
    // A mailbox is one factor: the link to it takes no other away, and brings none back.
    else if (each.kind === 'mfa') outcome = 'kept'
    // It was stopped with the alarm; one that was completed before is an `mfa` of its own.
    else if (each.kind === 'mfa-reset') continue
    else if (!(await takeBackOne(tx, each, alarm))) outcome = 'kept'
    // Whoever brought the two together may have come in on either side.
    else if (each.merged) await shutOut(tx, each.merged.userId, { ...alarm, except: null })
    await tx.update(accountChanges).set({ undoneAt: alarm.now }).where(eq(accountChanges.id, each.id))
  }
  return outcome
}

async function holdAgain(tx: Transaction, { userId, added }: ChangeRow, heldUntil: Date): Promise<void> {
  if (added) await tx.update(accounts).set({ heldUntil }).where(isAccount(userId, added))
}

const isAccount = (userId: string, { type, subject }: NonNullable<ChangeRow['added']>) =>
  and(eq(accounts.userId, userId), eq(accounts.type, type), eq(accounts.subject, subject))

/** A key that was brought, by the subject of its change: chain and address as they were stored. */
const isImported = (userId: string, { subject }: NonNullable<ChangeRow['added']>) => {
  const { userId: of, chainType, address } = importedWallets
  return and(eq(of, userId), sql`${chainType} || ':' || ${address} = ${subject}`)
}

/**
 * One change, whole or not at all.
 * @returns `false` when what was removed belongs to another account by now, or nothing would be left to log in with
 */
async function takeBackOne(
  tx: Transaction,
  { kind, userId, appId, added: named, removed, recovery, merged }: ChangeRow,
  { now, by }: Alarm,
): Promise<boolean> {
  // Nothing takes back that a key was seen, or used: what helps is that nobody can sign (`shutOut`).
  const added = kind === 'export' || kind === 'delegate' || kind === 'limit' ? null : named
  const told = [
    ...(added ? [{ type: 'user.unlinked_account', data: { account: redacted(added) } } as const] : []),
    ...removed.map(each => ({ type: 'user.linked_account', data: { account: redacted(each) } }) as const),
  ]
  try {
    await tx.transaction(async part => {
      if (merged) await restoreMerged(part, userId, merged, { now, by })
      if (added && kind === 'import') await part.delete(importedWallets).where(isImported(userId, added))
      else if (added) await part.delete(accounts).where(isAccount(userId, added))
      await restoreAccounts(part, userId, removed, { now, by })
      if (recovery) await restoreRecovery(part, userId, recovery)
      if ((await part.$count(accounts, eq(accounts.userId, userId))) === 0) throw new CannotTakeBack()
      for (const event of told) await recordEvent(part, now.getTime(), { appId, userId }, by, event)
    })
    return true
  } catch (error) {
    if (error instanceof CannotTakeBack) return false
    throw error
  }
}
