import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { nameOfDatabase } from './database/connect.ts'
import type { Settings } from './settings.ts'

/**
 * What a server says of itself to the commands of this machine: which database it works on, so that a command whose environment
 * means another one does not work on that. It names no password, and nothing goes by it but a refusal.
 */
const note = z.object({
  pid: z.number(),
  /** When the process with that id started: a later one with the same id is another. */
  started: z.string(),
  origin: z.string(),
  dataDir: z.string(),
  database: z.string(),
})
export type RunningServer = z.infer<typeof note>

type Place = Pick<Settings, 'databaseUrl' | 'dataDir' | 'origin'>

/** Which database these settings mean, for people. */
export const databaseOf = ({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): string =>
  databaseUrl === null ? `the server's own, in ${dataDir}` : nameOfDatabase(databaseUrl)

const FOLDER = 'vitrine-servers-'
const FILE = 'running-server.json'

/**
 * Leaves a note of this process: among the machine's, and in the data directory, which a shell finds too where the service has a
 * temporary folder of its own. Where neither can be written commands are not warned, and the server runs.
 * @returns what takes it away
 */
export function announceServer(settings: Place): () => Promise<void> {
  const { origin, dataDir } = settings
  const own: RunningServer = {
    ...{ pid: process.pid, started: startOf(process.pid) ?? '', origin, dataDir },
    database: databaseOf(settings),
  }
  const folder = join(tmpdir(), FOLDER + uid())
  const files = [join(folder, `${own.pid}.json`), ...(existsSync(dataDir) ? [join(dataDir, FILE)] : [])]
  const written: string[] = []
  for (const file of files) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (file.startsWith(folder) && !isOf(folder, uid())) continue
      rmSync(file, { force: true })
      writeFileSync(file, JSON.stringify(own), { mode: 0o600, flag: 'wx' })
      written.push(file)
    } catch {
      // See above.
    }
  }
  return async () => {
    for (const file of written) rmSync(file, { force: true })
  }
}

/** Servers that run on this machine, as far as this user may know; root knows of all. */
export function findServers(dataDir: string): readonly RunningServer[] {
  const folders = list(tmpdir())
    .filter(name => name.startsWith(FOLDER))
    .filter(name => uid() === 0 || name === FOLDER + uid())
    .map(name => ({ path: join(tmpdir(), name), owner: Number(name.slice(FOLDER.length)) }))
    // Anybody may write to the temporary folder: a note of theirs would keep this user's commands from working.
    .filter(({ path, owner }) => isOf(path, owner))
  const files = folders.flatMap(({ path }) => list(path).map(name => join(path, name)))
  const found = [...files, join(dataDir, FILE)].flatMap(read).filter(isAlive)
  return [...new Map(found.map(server => [server.pid, server])).values()]
}

/**
 * The servers that this command was probably meant for, and would not work on. `DATABASE_URL` is an answer: who sets it means that
 * database. Without it the command has the database in a data directory: not of a server that runs with that directory or origin on
 * another one, and not in a directory that nobody named while servers run on others.
 */
export function findMismatch(
  settings: Place,
  env: Readonly<Record<string, string | undefined>>,
): readonly RunningServer[] {
  if (settings.databaseUrl !== null) return []
  const servers = findServers(settings.dataDir)
  const own = databaseOf(settings)
  if (servers.some(({ database }) => database === own)) return []
  return servers.filter(
    ({ dataDir, origin }) =>
      !env.VITRINE_DATA_DIR ||
      dataDir === settings.dataDir ||
      (env.VITRINE_ORIGIN && origin === settings.origin),
  )
}

const uid = (): number => process.getuid?.() ?? 0

function isOf(folder: string, owner: number): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === owner && (found.mode & 0o077) === 0
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): readonly RunningServer[] {
  try {
    const { data } = note.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return data ? [data] : []
  } catch {
    return []
  }
}

const isAlive = ({ pid, started }: RunningServer): boolean => started !== '' && startOf(pid) === started

/** When a process started, as the system writes it; `null`: there is none. */
function startOf(pid: number): string | null {
  try {
    // After the name, which may hold anything: the 22nd field of proc(5).
    if (existsSync('/proc/self/stat'))
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}
