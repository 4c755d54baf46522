import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a process tells its supervisor: once, when it is ready or cannot be. */
export type ProcessReport = { readonly ready: true } | { readonly failed: string }

export interface RunningProcess {
  /** Resolves with the exit code once the process is gone, `null` when a signal ended it. */
  readonly exited: Promise<number | null>
  stop(): Promise<void>
}

export interface ProcessOptions {
  /** As a sentence names it, e.g. `API process`. */
  readonly name: string
  /** See `readProcessCode`. */
  readonly code: Uint8Array
  /** Where its code lies until it has read it; of this user alone. */
  readonly folder: string
  /** All that it sees of the environment. */
  readonly env: Readonly<Record<string, string>>
  /** How much longer than others it may take to stop. */
  readonly drainSeconds?: number
}

const STOP_LIMIT_MS = 10_000

/**
 * Starts a process (`run-process.ts`) and resolves when it is ready.
 * @throws Error with the sentence that the process reported.
 */
export async function startProcess({
  name,
  code,
  folder,
  env,
  drainSeconds = 0,
}: ProcessOptions): Promise<RunningProcess> {
  const module = join(folder, `${name.replaceAll(' ', '-')}.mjs`)
  rmSync(module, { force: true })
  writeFileSync(module, code, { mode: 0o600, flag: 'wx' })
  const child = fork(module, [], { env, execArgv: [], cwd: '/' })
  const exited = new Promise<number | null>(resolve => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  const report = await Promise.race([
    once(child, 'message').then(([message]) => message as ProcessReport),
    exited.then(exit => ({ failed: `The ${name} ended before it was ready (exit code ${exit}).` })),
  ])
  rmSync(module, { force: true })
  if ('failed' in report) {
    await stop(child, exited, STOP_LIMIT_MS)
    throw new Error(report.failed)
  }
  return { exited, stop: () => stop(child, exited, STOP_LIMIT_MS + drainSeconds * 1000) }
}

async function stop(child: ChildProcess, exited: Promise<number | null>, limitMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  await exited
  clearTimeout(timer)
}
