import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MASTER_KEY_VARIABLES } from '../master-key.ts'
import { giveToSigner } from '../signer/hardening.ts'
import type { RunningProcess } from '../supervise.ts'

const WITHHELD = [...MASTER_KEY_VARIABLES, 'DATABASE_MIGRATION_URL', 'DATABASE_URL']
const STOP_LIMIT_MS = 5_000

/**
 * Starts the mailer process and resolves when it listens.
 * @param socketPath in a folder of its own that nobody else can enter
 * @param inboxUrl the database, where a development server keeps what it would send; `null`: none
 * @throws Error when it does not start; it has said why on standard error
 */
export async function startMailer(
  env: NodeJS.ProcessEnv,
  socketPath: string,
  inboxUrl: string | null,
): Promise<RunningProcess> {
  // Left by a mailer that was killed; a bind to an existing path fails.
  rmSync(socketPath, { force: true })
  giveToSigner(dirname(socketPath))
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.includes(name)))
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [socketPath], {
    env: { ...rest, ...(inboxUrl !== null && { DATABASE_URL: inboxUrl }) },
  })
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve))
  const ready = await Promise.race([once(child, 'message').then(() => true), exited.then(() => false)])
  if (!ready) throw new Error('The mailer ended before it was ready.')
  return { exited, stop: () => stop(child, exited) }
}

async function stop(child: ChildProcess, exited: Promise<number | null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await exited
  clearTimeout(timer)
}
