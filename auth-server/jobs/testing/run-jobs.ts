import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { openQueue, QUEUES, type QueueName } from '../../database/queue.ts'
import { runJob } from '../run-job.ts'

/** Runs of this process that have not ended. */
const underWay = new Set<Promise<void>>()

/** Does the jobs that are due by the clock of the test, one after another, as a worker does them. */
export function runJobs(ctx: Context, queues: readonly QueueName[] = QUEUES): Promise<void> {
  const run = runDue(ctx, queues).finally(() => underWay.delete(run))
  underWay.add(run)
  return run
}

/** The same, and done when each of them is: another run, such as one that a request woke, may have taken one before. */
export async function finishJobs(ctx: Context, queues: readonly QueueName[]): Promise<void> {
  const others = [...underWay]
  await runJobs(ctx, queues)
  await Promise.allSettled(others)
}

async function runDue(ctx: Context, queues: readonly QueueName[]): Promise<void> {
  const boss = await openQueue(ctx.db, { supervises: false })
  try {
    for (const name of queues) {
      for (;;) {
        // pg-boss goes by the database's clock, and the test by its own.
        await ctx.db.execute(sql`
          update job set start_after = now() where name = ${name} and state < 'active' and start_after > now()
            and start_after <= ${new Date(ctx.now()).toISOString()}::timestamptz`)
        const [job] = await boss.fetch(name)
        if (!job) break
        await runJob[name](ctx, job.data)
        await boss.complete(name, job.id)
      }
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
