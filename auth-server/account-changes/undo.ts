import type { UndoOutcome } from '@vitrine/shared/api/account-undo.ts'
import { and, desc, eq, gt, gte, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { accountChanges, accountNotices } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts, devices, sessions, users } from '../database/schema.ts'
import { hashToken } from '../sessions/secret-token.ts'
import { lockUser } from '../users/lock-user.ts'
import { CannotTakeBack, restoreAccounts } from './restore-accounts.ts'

type ChangeRow = typeof accountChanges.$inferSelect

/**
 * "This wasn't me": ends all sessions of the user, holds every device, known ones and those to come, for as long as a
 * change can be undone, and takes back this change and all changes of ways in that came after it, the last one first.
 *
 * The link is used up before anything is looked at: of two presses at once the second finds it used. The rest is one
 * transaction, so that a crash leaves all of it to the next link, or nothing.
 */
export async function undoChange(ctx: Context, token: string): Promise<UndoOutcome> {
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
    if (!found) return 'over'
    await lockUser(tx, found.userId)
    const [change] = await tx.select().from(accountChanges).where(eq(accountChanges.id, found.id))
    if (!change || change.undoneAt !== null) return 'over'
    await shutOut(tx, change, now)
    return takeBack(tx, change, now)
  })
}

/** No session lives on, and no device signs until the window is over, unless an older way frees it. */
async function shutOut(
  tx: Transaction,
  { userId, createdAt, expiresAt }: ChangeRow,
  now: Date,
): Promise<void> {
  const heldUntil = new Date(now.getTime() + (expiresAt.getTime() - createdAt.getTime()))
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  await tx.update(devices).set({ heldUntil, heldFor: 'alarm' }).where(eq(devices.userId, userId))
  await tx.update(users).set({ heldUntil }).where(eq(users.id, userId))
}

async function takeBack(tx: Transaction, change: ChangeRow, now: Date): Promise<UndoOutcome> {
  const { userId, kind, thumbprint } = change
  // The key of a device that came in signs for nobody from then on.
  if (kind === 'device')
    await tx.delete(devices).where(
      and(
        eq(devices.userId, userId),
        or(
          eq(devices.thumbprint, thumbprint),
          // Other keys of the same browser, of earlier and later logins.
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
  const since = await tx
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.userId, userId),
        gte(accountChanges.place, change.place),
        ne(accountChanges.kind, 'device'),
        isNull(accountChanges.undoneAt),
      ),
    )
    .orderBy(desc(accountChanges.place))
  let outcome: UndoOutcome = 'done'
  for (const each of since) if (!(await takeBackOne(tx, each))) outcome = 'kept'
  for (const { id } of [change, ...since])
    await tx.update(accountChanges).set({ undoneAt: now }).where(eq(accountChanges.id, id))
  return outcome
}

/**
 * One change, whole or not at all.
 * @returns `false` when what was removed belongs to another account by now, or nothing would be left to log in with
 */
async function takeBackOne(tx: Transaction, { userId, added, removed }: ChangeRow): Promise<boolean> {
  try {
    await tx.transaction(async part => {
      if (added)
        await part
          .delete(accounts)
          .where(
            and(
              eq(accounts.userId, userId),
              eq(accounts.type, added.type),
              eq(accounts.subject, added.subject),
            ),
          )
      await restoreAccounts(part, userId, removed)
      if ((await part.$count(accounts, eq(accounts.userId, userId))) === 0) throw new CannotTakeBack()
    })
    return true
  } catch (error) {
    if (error instanceof CannotTakeBack) return false
    throw error
  }
}
