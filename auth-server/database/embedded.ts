import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { logError } from '../log.ts'
import { makeOrReadSecret } from '../secret-file.ts'
import { findBinaries } from './binaries.ts'
import { initCluster, locateCluster, resetPassword, SUPERUSER, sharedDir } from './cluster.ts'
import {
  findPostmaster,
  isWrongPassword,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { guardPostmaster } from './postmaster-guard.ts'
import { findServiceUser, type ServiceUser } from './service-user.ts'

/** Held by the one server that owns a data directory; Postgres frees it when that server dies, however it dies. */
const OWNER_LOCK = 7_281_002
const START_ATTEMPTS = 5
const ATTEMPT_PAUSE_MS = 500

export interface EmbeddedPostgres {
  /** libpq URL of the superuser, over a Unix socket: for the supervisor and the operator's commands. See `roles.ts`. */
  readonly url: string
  /** Resolves when Postgres went away by itself: it crashed, or somebody stopped it. */
  readonly lost: Promise<void>
  /** Stops Postgres when this process owns it; otherwise only lets go of it. */
  stop(): Promise<void>
}

/** The data directory belongs to a server that runs. The message is one sentence for the operator. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse'
}

/**
 * Starts the real Postgres of `dataDir` and becomes its owner: it ends when this process does, a killed one too. A Postgres that a killed server left running is taken
 * over; one that died with it recovers from its write-ahead log: nothing that was acknowledged is lost.
 * @param clients the group of the one process that may connect besides this one; `null`: this user's processes
 * @throws DataDirectoryInUse when another server owns it.
 */
export async function startEmbedded(
  dataDir: string,
  clients: number | null = null,
): Promise<EmbeddedPostgres> {
  const user = findServiceUser()
  const cluster = locateCluster(dataDir, user)
  const password = readPassword(dataDir)
  const { postmaster, owner } = await startOwned(dataDir, cluster, { user, password, clients })
  if (owner === null) {
    throw new DataDirectoryInUse(
      `Another Vitrine server is running on ${dataDir}. Stop it first, or give this one a VITRINE_DATA_DIR of its own.`,
    )
  }
  const guard = guardPostmaster(cluster, postmaster.pid, postmaster.socketDir)
  let stopping = false
  const lost = new Promise<void>(resolve => {
    owner.once('end', () => {
      if (!stopping) resolve()
    })
  })
  return {
    url: postmaster.url,
    lost,
    async stop() {
      stopping = true
      await owner.end().catch(error => logError('the end of the database lock', error))
      await stopPostmaster(cluster, postmaster.pid)
      guard.dismiss()
    },
  }
}

/**
 * For an operator's command: the Postgres of the server that runs on `dataDir`, else one of its own until `stop()`.
 */
export async function useEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const running = await findPostmaster(locateCluster(dataDir, findServiceUser()), readPassword(dataDir))
  if (running && (await isOwned(running.url)))
    return { url: running.url, lost: new Promise(() => undefined), stop: async () => undefined }
  return startEmbedded(dataDir)
}

/** Of the superuser; in a file of its own, which only the user who starts the server can read. */
const readPassword = (dataDir: string) => makeOrReadSecret(join(dataDir, 'database-superuser'), 32)

interface Access {
  readonly user: ServiceUser | null
  readonly password: string
  readonly clients: number | null
}

/** One that runs may have been started for others: it is then started anew. */
const admits = ({ socketDir }: Postmaster, clients: number | null) =>
  clients === null || statSync(socketDir).gid === clients

async function startOwned(dataDir: string, cluster: string, access: Access) {
  const { user, password, clients } = access
  const running = await findPostmaster(cluster, password)
  const postmaster = running ?? (await startFresh(dataDir, cluster, access))
  try {
    const owner = await own(postmaster.url)
    if (running && owner) await requirePasswordsNow(owner, dataDir, cluster, user, password)
    if (!owner || admits(postmaster, clients)) return { postmaster, owner }
    await owner.end()
  } catch (error) {
    if (!isWrongPassword(error)) throw error
  }
  await stopPostmaster(cluster, postmaster.pid)
  resetPassword(cluster, findBinaries(user, sharedDir(dataDir)), user, password)
  const again = await startFresh(dataDir, cluster, access)
  return { postmaster: again, owner: await own(again.url) }
}

/** Of a Postgres that an earlier release left running. */
async function requirePasswordsNow(
  owner: Client,
  dataDir: string,
  cluster: string,
  user: ServiceUser | null,
  password: string,
): Promise<void> {
  await owner.query(`alter role ${SUPERUSER} password '${password}'`)
  initCluster(dataDir, cluster, findBinaries(user, sharedDir(dataDir)), user, password)
  await owner.query('select pg_reload_conf()')
}

async function startFresh(dataDir: string, cluster: string, { user, password, clients }: Access) {
  const binaries = findBinaries(user, sharedDir(dataDir))
  initCluster(dataDir, cluster, binaries, user, password)
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostmaster(cluster, binaries, { user, password, clients })
    } catch (error) {
      // Another server started Postgres at this very moment: the lock decides between the two.
      const rival = await findPostmaster(cluster, password)
      if (rival) return rival
      // Postgres refuses while processes of a killed predecessor still hold its shared memory; they end by themselves.
      if (attempt === START_ATTEMPTS) throw error
      await delay(ATTEMPT_PAUSE_MS)
    }
  }
}

/** @returns the connection that holds the lock, or `null` when another holds it. */
async function own(url: string): Promise<Client | null> {
  const client = new Client({ connectionString: url, application_name: 'vitrine-owner', keepAlive: true })
  client.on('error', error => logError('the connection that owns the database', error))
  await client.connect()
  const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
    OWNER_LOCK,
  ])
  if (rows[0]?.owned) return client
  await client.end()
  return null
}

async function isOwned(url: string): Promise<boolean> {
  const owner = await own(url)
  await owner?.end()
  return owner === null
}
