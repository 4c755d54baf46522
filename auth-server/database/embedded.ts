import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { logError } from '../log.ts'
import { findBinaries } from './binaries.ts'
import { initCluster, locateCluster, sharedDir } from './cluster.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { findServiceUser } from './service-user.ts'

/** Held by the one server that owns a data directory; Postgres frees it when that server dies, however it dies. */
const OWNER_LOCK = 7_281_002
const START_ATTEMPTS = 5
const ATTEMPT_PAUSE_MS = 500

export interface EmbeddedPostgres {
  /** libpq URL, over a Unix socket. */
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
 * Starts the real Postgres of `dataDir` and becomes its owner. A Postgres that a killed server left running is taken
 * over; one that died with it recovers from its write-ahead log: nothing that was acknowledged is lost.
 * @throws DataDirectoryInUse when another server owns it.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const user = findServiceUser()
  const cluster = locateCluster(dataDir, user)
  const running = await findPostmaster(cluster)
  const postmaster = running ?? (await startFresh(dataDir, cluster, user))
  const owner = await own(postmaster.url)
  if (owner === null) {
    throw new DataDirectoryInUse(
      `Another Vitrine server is running on ${dataDir}. Stop it first, or give this one a VITRINE_DATA_DIR of its own.`,
    )
  }
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
    },
  }
}

/**
 * For an operator's command: the Postgres of the server that runs on `dataDir`, else one of its own until `stop()`.
 */
export async function useEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const running = await findPostmaster(locateCluster(dataDir, findServiceUser()))
  if (running && (await isOwned(running.url)))
    return { url: running.url, lost: new Promise(() => undefined), stop: async () => undefined }
  return startEmbedded(dataDir)
}

async function startFresh(dataDir: string, cluster: string, user: ReturnType<typeof findServiceUser>) {
  const binaries = findBinaries(user, sharedDir(dataDir))
  initCluster(dataDir, cluster, binaries, user)
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostmaster(cluster, binaries, user)
    } catch (error) {
      // Another server started Postgres at this very moment: the lock decides between the two.
      const rival = await findPostmaster(cluster)
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
