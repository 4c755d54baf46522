import { closeSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { type LogSettings, readLogSettings } from '../log.ts'
import { readProcessCode } from '../processes/code.ts'
import { makeSocketFolder, requireSocketPath } from '../processes/socket-folder.ts'
import type { ProcessUser } from '../processes/user.ts'
import { openGuessFile } from './guess-file.ts'
import { MASTER_KEY_BYTES } from './master-key.ts'
import { spawnSigner } from './spawn.ts'

const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 5_000

export interface SignerOptions {
  /** 32 bytes. The caller keeps its copy, to start the signer again after a crash. */
  readonly masterKey: Buffer
  /** The one before, while keys are sealed anew; `null` or absent: there is none. */
  readonly previousMasterKey?: Buffer | null
  /** What it works with, as the database has it: see `sealed-roots.ts`. `null` or absent: whoever calls it first tells it. */
  readonly roots?: string | null
  /** The wallet origin: requests signed for another one are refused. */
  readonly origin: string
  /** At most 103 bytes; its folder is made with mode 0700, or must have it. */
  readonly socketPath: string
  /** Where the mailer takes codes, or will: it is asked for the first time when one is sent. Left out: none is sent. */
  readonly codesSocket?: string
  /** `YYYY-MM`; see `user-id.ts`. `null`: the present month. */
  readonly restoredMonth: string | null
  /** See `readProcessCode`; read here when absent. */
  readonly code?: Uint8Array
  /** Whom it goes on as, and the group of the process that may call it; `null` or absent: this user, or `nobody`. */
  readonly user?: ProcessUser | null
  readonly clients?: number | null
  /** For the operator's commands, and never for the API process: it seals what that one must not. */
  readonly isOperators?: boolean
  /** Keeps the counts of wrong guesses; made when it is not there. Absent: they end with the process. */
  readonly guessesFile?: string | null
  /** How it writes its log; left out: as this process does. */
  readonly log?: LogSettings
}

export interface RunningSigner {
  readonly pid: number
  /** Resolves with the exit code once the process is gone, `null` when a signal ended it. */
  readonly exited: Promise<number | null>
  /** Ends the process and removes its socket. */
  stop(): Promise<void>
}

/**
 * Starts the signer process and resolves when it answers on its socket.
 *
 * The master keys and the roots go through the child's standard input: arguments and environment of a process are readable by others
 * (`ps e`, `/proc`), crash reports and container inspectors quote them. The pipe stays open, so that the signer also
 * ends when this process is killed.
 *
 * @throws Error with a sentence when the key, the folder or the path will not do, or when the process does not start.
 */
export async function startSigner({
  masterKey,
  previousMasterKey = null,
  roots = null,
  origin,
  socketPath,
  codesSocket,
  restoredMonth,
  code,
  user = null,
  clients = null,
  isOperators = false,
  guessesFile = null,
  log = readLogSettings(process.env),
}: SignerOptions): Promise<RunningSigner> {
  const masterKeys = [masterKey, ...(previousMasterKey ? [previousMasterKey] : [])]
  if (masterKeys.some(it => it.length !== MASTER_KEY_BYTES))
    throw new Error('The master key must have exactly 32 bytes.')
  requireSocketPath(socketPath)
  const isShared = makeSocketFolder(dirname(socketPath), user, clients)
  // Left by a signer that was killed; a bind to an existing path fails.
  rmSync(socketPath, { force: true })
  const module = `${resolve(socketPath)}.mjs`
  rmSync(module, { force: true })
  writeFileSync(module, code ?? readProcessCode('signer'), { mode: 0o600, flag: 'wx' })

  const guesses = guessesFile === null ? null : openGuessFile(guessesFile)
  const told = {
    socketPath: resolve(socketPath),
    isShared,
    isOperators,
    secrets: { masterKeys: masterKeys.length, rootsLength: roots?.length ?? 0 },
    keepsGuesses: guesses !== null,
    origin,
    codesSocket: codesSocket === undefined ? null : resolve(codesSocket),
    restoredMonth,
    user,
    log,
  }
  const child = spawnSigner(module, told, guesses)
  if (guesses !== null) closeSync(guesses)
  const exited = new Promise<number | null>(settle => {
    child.once('exit', exitCode => {
      rmSync(socketPath, { force: true })
      settle(exitCode)
    })
    child.once('error', () => settle(null))
  })
  // A write to a process that has ended: `exited` tells it.
  child.stdin.on('error', () => {})
  for (const key of masterKeys) child.stdin.write(key)
  if (roots !== null) child.stdin.write(roots, 'latin1')

  const stop = async () => {
    child.stdin.end()
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(timer)
  }

  try {
    await ready(child.stdout, exited)
  } catch (error) {
    await stop()
    throw error
  } finally {
    rmSync(module, { force: true })
  }
  return { pid: child.pid ?? 0, exited, stop }
}

function ready(stdout: Readable, exited: Promise<number | null>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The signer did not start within 30 seconds.')),
      START_TIMEOUT_MS,
    )
    const settle = (error?: Error) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    }
    stdout.once('data', () => settle())
    exited.then(code => settle(new Error(`The signer ended before it was ready (exit code ${code}).`)))
  })
}
