import { EVENT_TYPES } from '@vitrine/shared/api/activity.ts'
import { and, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import { languageOfUser } from '../account-changes/language.ts'
import { noteDeletion } from '../account-changes/tell-deletion.ts'
import { recordEvent, THE_SERVER } from '../audit/record-event.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { accountChanges } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { expectedUsers } from '../database/expected-tables.ts'
import { pendingImports } from '../database/imported-tables.ts'
import { accounts, deletedUsers, loginCodes, oneTimeCodes, users } from '../database/schema.ts'
import { signInNonces } from '../database/sign-in-tables.ts'
import { webhookDeliveries } from '../database/webhook-tables.ts'
import { type Asked, lockLivingUser, type UsersContext } from './asked.ts'
import { expectedBy, keysOf, requireNamed, waitsFor } from './held-keys.ts'

type Account = typeof accounts.$inferSelect

/**
 * Deletes a user, whom they took in, and all that is stored of them: logins, sessions, devices, keys, what could be undone, messages to the
 * site's backend that have not gone out, and what was written down of them. That they were deleted is kept, and so is what operators
 * and backends did, both without anything of the person; their ids are used up, see `0040_users_api.sql`.
 *
 * A person cannot name the wallets that the site made for a login of theirs which they have not logged in by since: no screen shows them.
 * Where they delete their own account those wait on for who logs in by it, since nobody else has a copy of their keys.
 *
 * One transaction: a crash leaves all or nothing. Every address is told of it by a message that `deliverNotices` sends: call `deliverSoon`
 * afterwards where there is a whole `Context`.
 * @param wallets addresses of exactly the wallets whose keys go with it; Ethereum's in any case of letters
 * @throws `not_found` (404) | `resource_conflict` (409) for a user whom another took in | WalletsNotNamed (409)
 */
export async function deleteUser(
  ctx: UsersContext,
  { appId, by }: Asked,
  userId: string,
  wallets: readonly string[],
): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async tx => {
    await lockLivingUser(tx, appId, userId)
    const userIds = [userId, ...(await lockTakenIn(tx, userId))]
    // After the user: a login that is under way ends before, and the next one finds no account.
    const logins = await tx
      .select()
      .from(accounts)
      .where(inArray(accounts.userId, userIds))
      .orderBy(accounts.id)
      .for('update')
    const isOwn = by.actor === undefined
    requireNamed(await keysOf(tx, appId, userIds, logins, isOwn), wallets)

    const language = await languageOfUser(tx, userId, 'en')
    const told = [...logins, ...(await removedLately(tx, now, userIds))]
    await noteDeletion(tx, now, { appId, language, bySite: !isOwn }, told)
    await forget(tx, appId, userIds, logins, isOwn)
    await tx.insert(deletedUsers).values(userIds.map(id => ({ id, appId, deletedAt: new Date(now) })))
    // Whom they took in refers to them.
    await tx.delete(users).where(inArray(users.id, userIds))
    // Of a person who did it themselves neither device nor place is kept.
    const doer = isOwn ? THE_SERVER : by
    await recordEvent(tx, now, { appId, userId }, doer, { type: 'user.deleted' })
  })
}

async function lockTakenIn(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.mergedInto, userId))
    .orderBy(users.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** Ways in that were removed so short a while ago that "This wasn't me" still worked there: a thief who removed them must not be the only one who knows. */
async function removedLately(tx: Transaction, now: number, userIds: readonly string[]) {
  const { userId, undoneAt, expiresAt, removed } = accountChanges
  const changes = await tx
    .select({ removed })
    .from(accountChanges)
    .where(and(inArray(userId, [...userIds]), isNull(undoneAt), gt(expiresAt, new Date(now))))
  return changes.flatMap(change => change.removed)
}

/** What does not go with the rows of the users by itself. */
async function forget(
  tx: Transaction,
  appId: string,
  userIds: readonly string[],
  logins: readonly Account[],
  keepsExpected: boolean,
): Promise<void> {
  const ofUsers = [...userIds]
  const subjects = logins.map(({ subject }) => subject)
  if (subjects.length > 0) {
    await tx.delete(pendingImports).where(waitsFor(appId, logins))
    const hasWallets = sql`exists (select from expected_wallets where expected_id = ${expectedUsers.id})`
    const isTheirs = sql`${expectedUsers.id} in ${expectedBy(appId, logins)}`
    await tx.delete(expectedUsers).where(and(isTheirs, keepsExpected ? not(hasWallets) : undefined))
    for (const table of [oneTimeCodes, loginCodes])
      await tx.delete(table).where(and(eq(table.appId, appId), inArray(table.address, subjects)))
    await tx
      .delete(signInNonces)
      .where(and(eq(signInNonces.appId, appId), inArray(signInNonces.subject, subjects)))
  }
  // Of another user, whom they were part of until that was undone.
  await tx.delete(accountChanges).where(inArray(sql`${accountChanges.merged} ->> 'userId'`, ofUsers))
  await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.userId, ofUsers))
  await tx
    .delete(auditEvents)
    .where(
      and(
        inArray(auditEvents.userId, ofUsers),
        or(isNull(auditEvents.actor), inArray(auditEvents.type, [...EVENT_TYPES])),
      ),
    )
  await tx
    .update(auditEvents)
    .set({ data: sql`${auditEvents.data} - 'addresses' - 'name'` })
    .where(inArray(auditEvents.userId, ofUsers))
}
