import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logEnd, logError, startLog } from './log.ts'
import { endByLog } from './processes/run-process.ts'

/** What stops the processes of this supervisor, the last first. */
export type Stops = (() => Promise<void>)[]

/**
 * Runs this process as a supervisor: until a signal, or until `end` is called. What was started is stopped then, however
 * far the start came.
 * @param run starts the processes and pushes what stops each
 */
export async function runSupervisor(
  run: (stops: Stops, end: (code: number) => Promise<never>) => Promise<void>,
): Promise<void> {
  startLog('supervisor')
  endByLog()
  const stops: Stops = []
  let ending: Promise<never> | null = null
  /** Once, however many signals come. */
  const end = (code: number): Promise<never> => {
    ending ??= stopAll(stops).then(
      () => process.exit(code),
      error => {
        logError('the stop of the server', error)
        process.exit(1)
      },
    )
    return ending
  }
  process.on('SIGINT', () => end(0))
  process.on('SIGTERM', () => end(0))
  try {
    await run(stops, end)
  } catch (error) {
    logEnd(error instanceof Error ? error.message : 'The server could not start.')
    await end(1)
  }
}

async function stopAll(stops: Stops): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop()
}

/** A folder for the sockets and the code of processes, which is gone when this one ends. */
export interface RunFolder {
  readonly codeFolder: string
  socketOf(name: string): string
}

/** @param isShared other users pass through it to the sockets that they may open, and can list nothing */
export function makeRunFolder(stops: Stops, isShared: boolean): RunFolder {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'))
  stops.push(async () => rmSync(folder, { recursive: true, force: true }))
  const codeFolder = join(folder, 'code')
  mkdirSync(codeFolder, { mode: 0o700 })
  if (isShared) chmodSync(folder, 0o711)
  return { codeFolder, socketOf: name => join(folder, name, `${name}.sock`) }
}
