import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  readonly pid: number
  /** The command line, its words separated by spaces. */
  readonly command: string
  /** Resident set size in bytes, as `ps` shows it. */
  readonly resident: number
  /** Proportional set size in bytes: of memory that n processes share, one n-th. */
  readonly proportional: number
}

/** A process and all that descend from it (Linux: reads `/proc`). */
export function processFamily(pid: number): RunningProcess[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(name => [Number(name), parentOf(name)]),
  )
  const descendants = (parent: number): number[] =>
    [...parents].filter(([, its]) => its === parent).flatMap(([child]) => [child, ...descendants(child)])
  return [pid, ...descendants(pid)].flatMap(describe)
}

/** Milliseconds of a processor that those of the family have used up whose command line fits. */
export function processorMs(pid: number, command: RegExp): number {
  const ticks = processFamily(pid)
    .filter(it => command.test(it.command))
    .flatMap(it => statOf(String(it.pid)).slice(11, 13))
  return ticks.reduce((sum, it) => sum + Number(it), 0) * TICK_MS
}

/** `CLK_TCK` is 100 wherever Linux runs. */
const TICK_MS = 10

const parentOf = (pid: string): number => Number(statOf(pid)[1] ?? 0)

/** By proc_pid_stat(5), from its third field on: the program's name in parentheses may hold spaces. */
function statOf(pid: string): string[] {
  const stat = ofLiving(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function describe(pid: number): RunningProcess[] {
  const command = ofLiving(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  const rollup = ofLiving(`/proc/${pid}/smaps_rollup`)
  const bytes = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0)
  return rollup ? [{ pid, command, resident: bytes('Rss'), proportional: bytes('Pss') }] : []
}

/** Empty when the process has ended meanwhile. */
function ofLiving(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
