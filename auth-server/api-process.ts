import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MASTER_KEY_VARIABLES } from './master-key.ts'
import type { RunningProcess } from './supervise.ts'

/** What the API process tells its supervisor: once, when it listens or cannot. */
export type ApiReport = { readonly ready: true } | { readonly failed: string }

const WITHHELD = [...MASTER_KEY_VARIABLES, 'DATABASE_MIGRATION_URL']

const STOP_LIMIT_MS = 10_000

/**
 * Starts the API process (`api.ts`) and resolves when it listens. Its environment is this process's without what
 * says where the master key is: a hole in the HTTP layer finds no key to steal.
 * @throws Error with the sentence that the process reported.
 */
export async function startApi(
  env: NodeJS.ProcessEnv,
  databaseUrl: string,
  signerSocket: string,
): Promise<RunningProcess> {
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.includes(name)))
  const child = fork(fileURLToPath(new URL('./api.ts', import.meta.url)), [], {
    env: { ...rest, DATABASE_URL: databaseUrl, VITRINE_SIGNER_SOCKET: signerSocket },
  })
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve))
  const report = await Promise.race([
    once(child, 'message').then(([message]) => message as ApiReport),
    exited.then(code => ({ failed: `The API process ended before it was ready (exit code ${code}).` })),
  ])
  if ('failed' in report) {
    await stop(child, exited)
    throw new Error(report.failed)
  }
  return { exited, stop: () => stop(child, exited) }
}

async function stop(child: ChildProcess, exited: Promise<number | null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await exited
  clearTimeout(timer)
}
