import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { LogSettings } from '../log.ts'
import type { ProcessUser } from '../processes/user.ts'
import type { ToldSecrets } from './receive-secrets.ts'

/** What the signer process is told, as JSON in its one argument: nothing in it is secret. */
export interface SignerArguments {
  readonly socketPath: string
  /** The socket is for the group of its folder too. */
  readonly isShared: boolean
  /** The caller is the operator: it does what `OPERATORS_OWN` names, too. */
  readonly isOperators: boolean
  /** What comes on standard input, in this order and without anything between. */
  readonly secrets: ToldSecrets
  /** `GUESSES_FD` is open: the file that keeps counts of wrong guesses. */
  readonly keepsGuesses: boolean
  readonly origin: string
  /** Where the mailer takes codes from it; `null`: it has none sent. */
  readonly codesSocket: string | null
  readonly restoredMonth: string | null
  /** `null`: as whom it was started, or `nobody` in the place of root. */
  readonly user: ProcessUser | null
  readonly log: LogSettings
}

/**
 * Node's permission model: no file but the named one, no child process, no worker, no add-on, no WASI, and no inspector,
 * which SIGUSR1 would open otherwise. Node 20 has it under its older name.
 */
const PERMISSION_FLAG = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

/** Newer Nodes forbid sockets as well, Unix ones included; older ones do not know the flag. */
const NETWORK_FLAGS = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []

/**
 * Runs the bundled signer in a process that can do little else. Standard error is this process's own.
 * @param guesses open descriptor of the file that keeps counts of wrong guesses; `null`: none does
 */
export function spawnSigner(
  module: string,
  told: SignerArguments,
  guesses: number | null = null,
): ChildProcessByStdio<Writable, Readable, null> {
  const node = [
    process.execPath,
    '--no-warnings',
    PERMISSION_FLAG,
    `--allow-fs-read=${module}`,
    ...NETWORK_FLAGS,
    // No `eval`, no `new Function`: a smuggled string cannot become code.
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    module,
    JSON.stringify(told),
  ]
  // A core dump would write the keys to disk.
  const child = spawn('/bin/sh', ['-c', 'ulimit -c 0; exec "$@"', 'vitrine-signer', ...node], {
    cwd: '/',
    // No NODE_OPTIONS, no inspector, no proxy, and none of the server's secrets.
    env: {},
    stdio: ['pipe', 'pipe', 'inherit', guesses ?? 'ignore'],
  })
  // Node's types know the streams of three descriptors, and no more.
  return child as ChildProcessByStdio<Writable, Readable, null>
}
