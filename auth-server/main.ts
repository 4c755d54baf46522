import { type ApiOptions, startApi } from './api-process.ts'
import { prepareRoots, readRootsAt } from './commands/prepare-roots.ts'
import { sealIssuersAtStart } from './commands/seal-issuers.ts'
import { startEmbedded } from './database/embedded.ts'
import { openApiRole, prepareEmbedded, prepareExternal } from './database/roles.ts'
import { takeMasterKeys } from './environment-secret.mjs'
import { startFrame } from './frame-process.ts'
import { logNote } from './log.ts'
import { type MasterKeys, namesMasterKey, readMasterKeys } from './master-key.ts'
import { openPlaces } from './places/open-places.ts'
import { readProcessCode } from './processes/code.ts'
import { planSeparation, type Started } from './processes/separation.ts'
import { announceServer } from './running-servers.ts'
import { readSettings, requireMail, type Settings, SettingsError } from './settings.ts'
import { connectSigner } from './signer/client.ts'
import { locateGuesses } from './signer-state.ts'
import { keepRunning } from './supervise.ts'
import { makeRunFolder, runSupervisor, type Stops } from './supervisor.ts'
import { startTrusted } from './trusted-processes.ts'

/**
 * The supervisor: starts Postgres, signer and mailer, the API process and the frame server, in this order, starts all but the
 * first again when they crash, and stops them in reverse. It alone holds the master key, and hands it to the signer only;
 * where the signer runs apart, it never sees it.
 */
await runSupervisor(async (stops, end) => {
  const env = takeMasterKeys()
  const settings = readSettings(process.env)
  requireMail(settings)
  // The processes that use it open it themselves. A file that cannot be read ends the start here, with one sentence.
  openPlaces(settings.geoipDatabase)
  const keys = await readMasterKeysUnlessApart(settings, env)

  const { users, note } = planSeparation(settings.uidBase, startedHere(settings))
  if (note !== null) logNote(note)

  const postgres =
    settings.databaseUrl === null ? await startEmbedded(settings.dataDir, users?.api.gid) : null
  if (postgres) stops.push(postgres.stop)
  postgres?.lost.then(() => {
    logNote('Postgres ended by itself, so the server ends too. Start it again: nothing is lost.')
    return end(1)
  })
  const databaseUrl = await prepareDatabase(settings, postgres?.url ?? null)
  const ownerUrl = postgres?.url ?? settings.migrationUrl ?? databaseUrl

  stops.push(announceServer(settings))

  const { codeFolder, socketOf } = makeRunFolder(stops, users !== null)
  // Once: a process that crashed starts again as the very code that it was, and at once.
  const code = {
    signer: readProcessCode('signer'),
    mailer: readProcessCode('mailer'),
    api: readProcessCode('api'),
    frame: readProcessCode('frame'),
  }
  await prepareRoots(ownerUrl, keys, code.signer)
  const toDo = await sealIssuersAtStart({ apiUrl: databaseUrl, ownerUrl }, keys, code.signer)
  if (toDo !== null) logNote(toDo)

  const signerSocket = settings.signerSocket ?? socketOf('signer')
  const trusted = await startTrusted(settings, keys, {
    readRoots: () => readRootsAt(ownerUrl),
    signerSocket,
    mailerSocket: socketOf('mailer'),
    codesSocket: socketOf('codes'),
    inbox: settings.development ? { url: databaseUrl, group: users?.api.gid ?? null } : null,
    code,
    codeFolder,
    guessesFile: keys === null ? null : locateGuesses(settings),
    users,
    clients: users?.api.gid ?? null,
  })
  stops.push(trusted.stop)

  const signerKeys = await readSignerKeys(signerSocket, ownerUrl)
  const apiSocket = socketOf('api')
  const api = keepRunning('API process', () =>
    startApi({
      env: process.env,
      code: code.api,
      codeFolder,
      databaseUrl,
      signerSocket,
      apiSocket,
      // One that runs apart goes before the inbox of a development server.
      mailer: mailerApart(settings) ?? trusted.mailer,
      user: users?.api ?? null,
      clients: users?.frame.gid ?? null,
    }),
  )
  // Beside it, since neither waits for the other: calls that come before the API process listens are told to try again.
  const frame = keepRunning('frame server', () =>
    startFrame({
      env: process.env,
      code: code.frame,
      codeFolder,
      apiSocket,
      signerKeys,
      user: users?.frame ?? null,
      drainSeconds: settings.drainSeconds,
    }),
  )
  await startAll(stops, [api, frame])

  process.stdout.write(`wallet  ${settings.origin}\n`)
  if (settings.development) process.stdout.write(`inbox   ${settings.origin}/dev/inbox\n`)
})

/**
 * Waits until each of these is started, and has those stopped that are, the last first.
 * @throws what the first that is not started said
 */
async function startAll(
  stops: Stops,
  starting: readonly Promise<{ stop(): Promise<void> }>[],
): Promise<void> {
  const started = await Promise.allSettled(starting)
  for (const it of started) if (it.status === 'fulfilled') stops.push(it.value.stop)
  for (const it of started) if (it.status === 'rejected') throw it.reason
}

function startedHere({ signerSocket, databaseUrl, development }: Settings): readonly Started[] {
  return [
    ...(signerSocket === null ? ['signer' as const] : []),
    // Beside a signer apart there is one for the inbox alone.
    ...(signerSocket === null || development ? ['mailer' as const] : []),
    ...['api' as const, 'frame' as const],
    ...(databaseUrl === null ? ['postgres' as const] : []),
  ]
}

/** Asked of the signer itself: the frame server hands them to the frame, and the API process must not choose them. */
async function readSignerKeys(socketPath: string, ownerUrl: string) {
  const signer = connectSigner(socketPath)
  try {
    // Before the API process may call a signer that runs apart: that one could tell it others.
    await signer.openRoots({ sealed: await readRootsAt(ownerUrl) })
    return await signer.readPublicKeys({})
  } finally {
    await signer.close()
  }
}

/** @returns `null`: the signer runs apart, and has it. @throws SettingsError */
async function readMasterKeysUnlessApart(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<MasterKeys | null> {
  if (settings.signerSocket === null) return readMasterKeys(env, settings)
  if (!namesMasterKey(env)) return null
  throw new SettingsError(
    'A master key is given, and VITRINE_SIGNER_SOCKET names a signer that runs apart: the key is for that one alone.',
  )
}

function mailerApart({ mailerSocket, mailerSends }: Settings): ApiOptions['mailer'] {
  return mailerSocket === null ? null : { socketPath: mailerSocket, sends: mailerSends }
}

/** @param embedded URL of its superuser @returns as whom the API process works */
async function prepareDatabase(
  { databaseUrl, migrationUrl }: Settings,
  embedded: string | null,
): Promise<string> {
  if (embedded !== null) {
    await prepareEmbedded(embedded)
    return openApiRole(embedded)
  }
  if (databaseUrl === null) throw new Error('There is no database')
  const warnings = await prepareExternal({ databaseUrl, migrationUrl })
  for (const warning of warnings) logNote(warning)
  return databaseUrl
}
