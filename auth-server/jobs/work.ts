import type { Context } from '../context.ts'
import type { Database } from '../database/connect.ts'
import { openQueue, QUEUES, type QueueName } from '../database/queue.ts'
import { logError } from '../log.ts'
import { runJob } from './run-job.ts'

/** Jobs of one queue that a process runs at once. */
const MOST_RUNNING = 10
/** Those of one app. An endpoint has one at most, in all processes together (`policy` in `database/queue.ts`). */
const MOST_OF_APP = 3
/** A job of an app that has less than its share waits no longer than that. */
const LOOK_EVERY_MS = 1_000
/** How long a process that stops waits for jobs that run. Those that are left expire, and are run again. */
const STOP_MS = 2_000

export interface Jobs {
  /** See `Context`. */
  wake(): void
  /** Runs jobs from now on. */
  start(ctx: Context): void
  stop(): Promise<void>
}

type Boss = Awaited<ReturnType<typeof openQueue>>

/** Opens the queues: pg-boss stores, claims, retries and buries jobs; this process chooses whose job it takes next. */
export async function openJobs(db: Database): Promise<Jobs> {
  const boss = await openQueue(db, { supervises: true })
  let workers: readonly Worker[] = []
  return {
    wake() {
      for (const { look } of workers) look()
    },
    start(ctx) {
      workers = QUEUES.map(name => startWorker(boss, ctx, name))
    },
    async stop() {
      await Promise.all(workers.map(worker => worker.stop()))
      await boss.stop({ graceful: false })
    },
  }
}

interface Worker {
  /** Takes all jobs that there is room for. */
  look(): void
  stop(): Promise<void>
}

function startWorker(boss: Boss, ctx: Context, name: QueueName): Worker {
  const running = new Set<Promise<void>>()
  const ofApp = new Map<string, number>()
  let isStopped = false
  let taking: Promise<void> | null = null
  let isAskedAgain = false

  /** @returns whether there was a job */
  const takeOne = async (): Promise<boolean> => {
    if (isStopped || running.size >= MOST_RUNNING) return false
    const ignoreGroups = [...ofApp].flatMap(([app, count]) => (count >= MOST_OF_APP ? [app] : []))
    const [job] = await boss.fetch(name, { ignoreGroups })
    if (!job) return false
    const app = job.groupId ?? ''
    ofApp.set(app, (ofApp.get(app) ?? 0) + 1)
    const run = work(job).finally(() => {
      running.delete(run)
      const left = (ofApp.get(app) ?? 1) - 1
      if (left > 0) ofApp.set(app, left)
      else ofApp.delete(app)
      // One job for the one that is done. An app with less than its share is found by the next look.
      take(takeOne)
    })
    running.add(run)
    return true
  }
  const takeAll = async () => {
    while (await takeOne());
  }
  /** One at a time, so that no two take a job of an app that has room for one. */
  const take = (some: () => Promise<unknown>) => {
    if (taking) {
      isAskedAgain = true
      return
    }
    isAskedAgain = false
    taking = some()
      .then(() => {})
      .catch(error => logError('looking for jobs', error))
      .finally(() => {
        taking = null
        if (isAskedAgain && !isStopped) take(takeAll)
      })
  }
  const work = async ({ id, data }: { readonly id: string; readonly data: unknown }) => {
    try {
      await runJob[name](ctx, data)
      await boss.complete(name, id)
    } catch (error) {
      logError('a job', error)
      // Where the database is away the job expires.
      await boss.fail(name, id).catch(() => {})
    }
  }
  const look = () => take(takeAll)
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  look()
  return {
    look,
    async stop() {
      isStopped = true
      clearInterval(timer)
      // A job that it takes at this moment runs too.
      await taking
      await Promise.race([Promise.all(running), new Promise(resolve => setTimeout(resolve, STOP_MS).unref())])
    },
  }
}
