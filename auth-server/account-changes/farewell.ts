import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type App, findApp } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { accountChanges, deletionNotices } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts } from '../database/schema.ts'
import { ONE_DAY_MS } from '../http/rate-limit.ts'
import { logError } from '../log.ts'
import { languageOfUser } from './language.ts'
import { channelOf, isAlwaysTold, type ReachedRow } from './reach.ts'
import type { Changer } from './record-change.ts'
import { aboutApp, nextTry, SENDERS } from './send-notice.ts'

/**
 * Writes down whom to tell that a user is deleted, in the transaction that deletes them: every email address, also those that were
 * removed so short a while ago that "This wasn't me" still worked there, and numbers where no address is told. Nothing is undone by
 * it: what was deleted is gone. A row has the address until its message is sent, and for a day at most.
 * @param user before they are deleted
 */
export async function recordFarewell(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  app: App,
  { userId, caller }: Changer,
): Promise<void> {
  const now = new Date(ctx.now())
  const present = await tx.select().from(accounts).where(eq(accounts.userId, userId))
  const changes = await tx
    .select({ removed: accountChanges.removed })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.userId, userId),
        isNull(accountChanges.undoneAt),
        gt(accountChanges.expiresAt, now),
      ),
    )
  const reached = reachedBy([...present, ...changes.flatMap(({ removed }) => removed)])
  const isMailed = reached.some(({ channel }) => isAlwaysTold(channel))
  const told = reached.filter(({ channel }) => isAlwaysTold(channel) || !isMailed)
  if (told.length === 0) return
  const language = await languageOfUser(tx, userId, caller.language)
  await tx.insert(deletionNotices).values(
    told.map(recipient => ({
      ...recipient,
      id: randomUUID(),
      appId: app.id,
      language,
      madeWith: caller.madeWith,
      network: caller.from.network ?? null,
      deletedAt: now,
      nextTryAt: now,
      expiresAt: new Date(ctx.now() + ONE_DAY_MS),
    })),
  )
}

/** Each address once; nothing is sent to test accounts. */
function reachedBy(rows: readonly ReachedRow[]) {
  const reached = rows.flatMap(({ type, subject, details }) => {
    const channel = channelOf(type)
    return channel === undefined || details.test === true ? [] : [{ channel, address: subject }]
  })
  return [...new Map(reached.map(each => [`${each.channel} ${each.address}`, each])).values()]
}

/** Sends what is due, one after another; any number of processes may do so at once. What was sent is forgotten. */
export async function deliverFarewells(ctx: Context): Promise<void> {
  for (;;) {
    const claimed = await claimNext(ctx)
    if (!claimed) return
    try {
      await send(ctx, claimed)
      await ctx.db.delete(deletionNotices).where(eq(deletionNotices.id, claimed.id))
    } catch (error) {
      logError('telling that an account was deleted', error)
    }
  }
}

type Claimed = typeof deletionNotices.$inferSelect

async function claimNext(ctx: Context): Promise<Claimed | undefined> {
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const { tries } = deletionNotices
  const due = sql`(select id from deletion_notices where next_try_at <= ${now} and expires_at > ${now}
    order by next_try_at limit 1 for update skip locked)`
  const [claimed] = await ctx.db
    .update(deletionNotices)
    .set({ tries: sql`${tries} + 1`, nextTryAt: nextTry(tries, now) })
    .where(eq(deletionNotices.id, due))
    .returning()
  return claimed
}

async function send(
  ctx: Context,
  { appId, channel, address, language, madeWith, network, deletedAt }: Claimed,
) {
  const app = await findApp(ctx.db, appId)
  if (!app) return
  const about = { ...aboutApp(ctx, app, language), kind: 'delete', added: null, removed: null } as const
  await SENDERS[channel](ctx, address, { ...about, madeWith, network, at: deletedAt.getTime(), undo: null })
}
