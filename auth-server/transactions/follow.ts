import type { EventType } from '@vitrine/shared/api/activity.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type App, findApp } from '../apps/registry.ts'
import { recordEvent, THE_SERVER } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import type { Job } from '../database/queue.ts'
import { followedTransactions } from '../database/webhook-tables.ts'
import { ONE_DAY_MS } from '../http/rate-limit.ts'
import { logError } from '../log.ts'
import { askNode, nodesOf } from './ask-node.ts'
import type { Answer, Sent } from './outcome.ts'

/** After that it is told that it is still pending, and nobody asks any more. */
export const FOLLOWED_FOR_MS = 10 * 60_000
/** Waits double up to this. */
const LONGEST_WAIT_S = 60
const FIRST_WAIT_S = 2

type Followed = typeof followedTransactions.$inferSelect
export type TransactionJob = Job<{ readonly id: string }>

/** Has a transaction followed, where the app's operator named a node of its chain. */
export async function followTransaction(
  ctx: Context,
  tx: Transaction,
  app: App,
  userId: string,
  sent: Sent,
): Promise<void> {
  if (nodesOf(app, sent.chain).length === 0) return
  const now = ctx.now()
  await tx
    .insert(followedTransactions)
    .values({
      ...sent,
      appId: app.id,
      userId,
      nextAt: new Date(now),
      giveUpAt: new Date(now + FOLLOWED_FOR_MS),
      expiresAt: new Date(now + ONE_DAY_MS),
    })
    .onConflictDoNothing()
}

/**
 * Asks a node after the transaction of a job, and schedules the next question while there is no answer. A process that dies
 * meanwhile leaves the row as it is: its job is run again, late.
 */
export async function followTransactionJob(ctx: Context, { key, at }: TransactionJob): Promise<void> {
  const { id, tries, expiresAt, nextAt } = followedTransactions
  const isStillDue = and(
    eq(id, key.id),
    sql`${nextAt} = ${at}::timestamptz`,
    gt(expiresAt, new Date(ctx.now())),
  )
  const [followed] = await ctx.db
    .update(followedTransactions)
    .set({ tries: sql`${tries} + 1` })
    .where(isStillDue)
    .returning()
  if (!followed) return
  const app = await findApp(ctx.db, followed.appId)
  const answer = app ? await ask(app, followed) : ({ outcome: 'pending' } as const)
  const isOver = followed.giveUpAt.getTime() <= ctx.now()
  if (answer.outcome !== 'pending' || isOver) {
    await ctx.db.transaction(tx => end(ctx, tx, followed, answer))
    return
  }
  const wait = Math.min(FIRST_WAIT_S * 2 ** (followed.tries - 1), LONGEST_WAIT_S)
  await ctx.db
    .update(followedTransactions)
    .set({ nextAt: new Date(ctx.now() + wait * 1000) })
    .where(isStillDue)
}

/** The first node that answers decides; none that answers says nothing. */
async function ask(app: App, sent: Sent): Promise<Answer> {
  for (const url of nodesOf(app, sent.chain)) {
    try {
      return await askNode(url, sent)
    } catch (error) {
      logError('asking a node after a transaction', error)
    }
  }
  return { outcome: 'pending' }
}

const TOLD = {
  confirmed: 'transaction.confirmed',
  reverted: 'transaction.execution_reverted',
  pending: 'transaction.still_pending',
} as const satisfies Partial<Record<Answer['outcome'], EventType>>

/**
 * Writes down what became of it, and follows it no further. Of two processes at once the one that finds the row gone writes
 * nothing. Of what is somebody else's nothing is told: a device may report any hash.
 */
async function end(
  ctx: Context,
  tx: Transaction,
  { appId, userId, chain, hash, address }: Followed,
  answer: Answer,
): Promise<void> {
  const { userId: owner, chain: on, hash: of } = followedTransactions
  const ended = await tx
    .delete(followedTransactions)
    .where(and(eq(owner, userId), eq(on, chain), eq(of, hash)))
    .returning({ hash: of })
  if (ended.length === 0 || answer.outcome === 'foreign') return
  const { outcome, ...moved } = answer
  const chainType = chain.startsWith('solana:') ? 'solana' : 'ethereum'
  await recordEvent(tx, ctx.now(), { appId, userId }, THE_SERVER, {
    type: TOLD[outcome],
    data: { chain_type: chainType, chain, hash, address, ...moved },
    once: `ended:${chain}:${hash}`,
  })
}
