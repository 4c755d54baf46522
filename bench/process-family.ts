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

function parentOf(pid: string): number {
  // The program's name in parentheses may hold spaces; the parent is the second field after it.
  const stat = ofLiving(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
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
