import { setTimeout as delay } from 'node:timers/promises'
import { logError, logNote } from './log.ts'
import type { RunningProcess } from './processes/start-process.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000
/** A process that ran this long was well: the next pause is short again. */
const STEADY_MS = 60_000

/**
 * Starts a process and starts it again, with growing pauses, whenever it ends by itself.
 * @throws what the first start throws: a server that cannot start at all says why and ends.
 */
export async function keepRunning(
  name: string,
  start: () => Promise<RunningProcess>,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let running: RunningProcess | null = await start()

  const watch = async () => {
    let pause = FIRST_PAUSE_MS
    for (;;) {
      const startedAt = performance.now()
      const code = await running?.exited
      if (stopping.signal.aborted) return
      if (running) logNote(`the ${name} ended (${code ?? 'by a signal'}) and is started again`)
      if (running && performance.now() - startedAt > STEADY_MS) pause = FIRST_PAUSE_MS
      running = null
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
      running = await start().catch(error => {
        logError(`the start of the ${name}`, error)
        return null
      })
      // What was started meanwhile is the stop's to end: it would be waited for here until it ends by itself.
      if (stopping.signal.aborted) return
    }
  }
  const watching = watch()

  return {
    async stop() {
      stopping.abort()
      await running?.stop()
      await watching
      // A start that was under way when the stop came.
      await running?.stop()
    },
  }
}
