import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CARRY_CLOCK } from './carry-clock.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A program of ours, with what it wrote. */
export interface Program {
  readonly child: ChildProcess
  readonly pid: number
  /** Exit code, or `null` when a signal ended it. */
  readonly exited: Promise<number | null>
  /** Standard output and error so far. */
  output(): string
  /** Resolves with `up` when it wrote `sign`, else with its exit code. */
  readonly outcome: Promise<'up' | number | null>
}

/** Starts a program in the repository's root. @param env all that it sees of the environment besides PATH */
export function startProgram(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  sign = 'inbox',
): Program {
  const [file, ...args] = command
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const up = new Promise<'up'>(resolve => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk
        if (output.includes(sign)) resolve('up')
      })
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const closed = once(child, 'close').then(([code]) => code as number | null)
  return { child, pid: child.pid ?? 0, exited, output: () => output, outcome: Promise.race([up, closed]) }
}

/** A program of the server, as it is built; `processes/…` is one that others start. */
export const serverCommand = (
  program: 'main' | 'cli' | 'signer-main' | 'processes/api',
): [string, ...string[]] => [process.execPath, ...CARRY_CLOCK, `${ROOT}dist/server/${program}.mjs`]

/** The server itself. */
export const startMain = (env: Readonly<Record<string, string>>) => startProgram(serverCommand('main'), env)

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** A process as the system lists it. */
export interface Listed {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** All processes but those that have ended and wait for their parent to hear of it. */
function list(): Listed[] {
  const lines = execFileSync('ps', ['-ww', '-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split(
    '\n',
  )
  return lines.flatMap(line => {
    const [, pid, parent, stat, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return stat === undefined || stat.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }]
  })
}

/** Its children, theirs, and so on. */
export function descendantsOf(pid: number): Listed[] {
  const all = list()
  const below = (parent: number): Listed[] =>
    all.filter(it => it.parent === parent).flatMap(it => [it, ...below(it.pid)])
  return below(pid)
}

/** Those of them that are left: a number alone may be another process's by now. */
function leftOf(processes: readonly Listed[]): Listed[] {
  const all = new Set(list().map(({ pid, command }) => `${pid} ${command}`))
  return processes.filter(({ pid, command }) => all.has(`${pid} ${command}`))
}

/** Resolves when none of these processes is left. */
export async function untilGone(processes: readonly Listed[]): Promise<void> {
  while (leftOf(processes).length > 0) await delay(100)
}

export function killAll(processes: readonly Listed[]): void {
  for (const { pid } of leftOf(processes)) process.kill(pid, 'SIGKILL')
}
