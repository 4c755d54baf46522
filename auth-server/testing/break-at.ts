import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'

export interface Fault {
  /** The connection breaks at the statement with this number from now: before Postgres sees it, or after it is performed. */
  arm(step: number, when: 'before' | 'after'): void
  /** @returns whether the connection was broken since. */
  disarm(): boolean
}

type Query = (...args: unknown[]) => unknown
type Done = (error: Error | null, result?: unknown) => void

const broken = () => new Error('Connection terminated unexpectedly')

/** Breaks connections of this pool as the death of the process would: Postgres rolls back what was not committed. */
export function breakAt(pool: Pool): Fault {
  let countdown = 0
  let when: 'before' | 'after' = 'before'

  pool.on('connect', client => {
    const query = client.query.bind(client) as unknown as Query
    const replaced: Query = (...args) => {
      if (countdown === 0 || --countdown > 0) return query(...args)
      const done = args.at(-1)
      const run = when === 'after' ? settled(query, args) : Promise.resolve()
      const failed = run.then(async () => {
        await cut(client)
        throw broken()
      })
      if (typeof done !== 'function') return failed
      failed.catch(error => (done as Done)(error))
      return undefined
    }
    client.query = replaced as unknown as typeof client.query
  })

  return {
    arm(step, at) {
      countdown = step
      when = at
    },
    disarm() {
      const hasBroken = countdown === 0
      countdown = 0
      return hasBroken
    },
  }
}

const settled = (query: Query, args: unknown[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const withoutDone = typeof args.at(-1) === 'function' ? args.slice(0, -1) : args
    Promise.resolve(query(...withoutDone)).then(() => resolve(), reject)
  })

/** No goodbye to Postgres, as when a process is killed. */
async function cut(client: PoolClient): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const closed = once(stream, 'close')
  stream.destroy()
  await closed
}
