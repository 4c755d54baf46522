import { existsSync, readFileSync } from 'node:fs'
import type { ProcessUser } from './user.ts'

/** Who runs as a user of its own, in the order of the user ids. Postgres has the machine's, see `database/service-user.ts`. */
const PARTS = ['signer', 'mailer', 'api', 'frame'] as const
export type Part = (typeof PARTS)[number]

/** What a start runs on this machine, as a sentence names it. */
const NAMES = {
  signer: 'signer',
  mailer: 'mailer',
  api: 'API process',
  frame: 'frame server',
  postgres: 'Postgres',
} as const
export type Started = keyof typeof NAMES
const ALL = Object.keys(NAMES) as Started[]

/** By `capability(7)`: what the supervisor needs to start processes as others, to give them folders, and to stop them. */
const CAPABILITIES = { CHOWN: 0, DAC_OVERRIDE: 1, FOWNER: 3, KILL: 5, SETGID: 6, SETUID: 7 }

/** What the machine says of this process; a test says it in its place. */
export interface Machine {
  readonly uid: number | null
  /** `/proc/self/status`; empty where there is none. */
  readonly status: string
  /** `/proc/self/uid_map` and `gid_map`; empty where there are none. */
  readonly idMaps: readonly string[]
  /** `/etc/passwd` and `/etc/group`. */
  readonly accounts: readonly string[]
}

/** Each with a user of its own, or with none and why, in a sentence for the operator. */
export type Separation =
  | { readonly users: Readonly<Record<Part, ProcessUser>>; readonly note: null }
  | { readonly users: null; readonly note: string }

/**
 * Whom the server's processes run as. Started by root, each has a user and a group of the same number: `uidBase`, and those
 * after it. Nobody makes them: Linux needs no entry for a number.
 * @param started what runs here: the note names nothing that runs apart
 * @throws Error with a sentence when one of the numbers is somebody's
 */
export function planSeparation(
  uidBase: number,
  started: readonly Started[] = ALL,
  machine: Machine = readMachine(),
): Separation {
  const why = obstacle(uidBase, started, machine)
  if (why !== null) return { users: null, note: `The server's processes are not separated: ${why}` }
  const ids = PARTS.map((part, index) => [part, { uid: uidBase + index, gid: uidBase + index }] as const)
  for (const [, { uid }] of ids) {
    const owner = machine.accounts.flatMap(text => text.split('\n')).find(line => idOf(line) === uid)
    if (owner === undefined) continue
    throw new Error(
      `The user or group id ${uid} is "${owner.split(':')[0]}": set VITRINE_UID_BASE to the first of ${PARTS.length} ids that nobody has.`,
    )
  }
  return { users: Object.fromEntries(ids) as Record<Part, ProcessUser>, note: null }
}

function obstacle(
  uidBase: number,
  started: readonly Started[],
  { uid, status, idMaps }: Machine,
): string | null {
  if (uid !== 0) {
    const names = started.map(it => NAMES[it])
    const all = `${names.slice(0, -1).join(', ')} and ${names.at(-1)} ${names.length > 2 ? 'all' : 'both'}`
    // The signer beside the API process is what matters; without that one there is nothing left to take apart.
    const apart = started.includes('signer') && started.includes('api') ? ', or the signer apart' : ''
    return `${all} run as user ${uid ?? 'of this program'}, so that each can read what the others hold in memory, environment and files. Start them as root${apart}, and each has a user of its own.`
  }
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1]
  const missing = Object.entries(CAPABILITIES).filter(
    ([, bit]) => effective !== undefined && ((BigInt(`0x${effective}`) >> BigInt(bit)) & 1n) === 0n,
  )
  if (missing.length > 0) {
    const names = missing.map(([name]) => `CAP_${name}`).join(', ')
    return `they run as root without ${names}, so that each can read what the others hold. Give the server these capabilities, or start it as another user with the signer apart.`
  }
  if (idMaps.every(map => map === '' || isMapped(map, uidBase))) return null
  return `this container has no user ids from ${uidBase} to ${uidBase + PARTS.length - 1}. Set VITRINE_UID_BASE to ids that it has.`
}

/** By user_namespaces(7): lines of first id inside, first id outside, count. */
const isMapped = (map: string, first: number) =>
  map
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
    .some(([inside = 0, , count = 0]) => inside <= first && first + PARTS.length <= inside + count)

/** Of a line of passwd(5) or group(5). */
const idOf = (line: string) => Number(line.split(':')[2] || Number.NaN)

function readMachine(): Machine {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return {
    uid: process.getuid?.() ?? null,
    status: read('/proc/self/status'),
    idMaps: [read('/proc/self/uid_map'), read('/proc/self/gid_map')],
    accounts: [read('/etc/passwd'), read('/etc/group')],
  }
}
