import { logCrash, logError } from '../log.ts'
import type { ProcessReport } from './start-process.ts'

/** Node prints message and source line of an error that nobody caught, which could quote what somebody sent. */
export function endByLog(): void {
  process.on('uncaughtException', error => {
    logCrash(error)
    process.exit(1)
  })
}

/** A supervisor that is gone kills no process that does not stop. */
const ORPHAN_LIMIT_MS = 10_000

/**
 * Runs this process for its supervisor (`start-process.ts`): tells when it is ready, and stops when it is told to or when the
 * supervisor is gone.
 * @param name as a sentence names it, e.g. `API process`
 * @param start resolves with what stops it
 */
export async function runProcess(name: string, start: () => Promise<() => Promise<void>>): Promise<void> {
  endByLog()
  const report = (message: ProcessReport) => process.send?.(message)
  try {
    const stop = await start()
    let stopping = false
    const end = () => {
      if (stopping) return
      stopping = true
      stop().then(
        () => process.exit(0),
        error => {
          logError(`the stop of the ${name}`, error)
          process.exit(1)
        },
      )
    }
    process.on('SIGTERM', end)
    // Ctrl-C reaches the whole process group; the supervisor decides about the order.
    process.on('SIGINT', () => undefined)
    // The supervisor died: nobody would stop this process any more.
    process.on('disconnect', () => {
      setTimeout(() => process.exit(1), ORPHAN_LIMIT_MS).unref()
      end()
    })
    report({ ready: true })
  } catch (error) {
    logError(`the start of the ${name}`, error)
    report({ failed: error instanceof Error ? error.message : `The ${name} could not start.` })
    process.exitCode = 1
    process.disconnect?.()
  }
}
