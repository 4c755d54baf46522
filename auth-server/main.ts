import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_ENTRY, startApi } from './api-process.ts'
import { startEmbedded } from './database/embedded.ts'
import { openApiRole, prepareEmbedded, prepareExternal } from './database/roles.ts'
import { takeMasterKey } from './environment-secret.mjs'
import { FRAME_ENTRY, startFrame } from './frame-process.ts'
import { logError } from './log.ts'
import { MAILER_ENTRY, startMailer } from './mailer/start.ts'
import { readMasterKey } from './master-key.ts'
import { bundleProcesses } from './processes/bundle.ts'
import { environmentOf } from './processes/environment.ts'
import { type Part, planSeparation, type Separation } from './processes/separation.ts'
import { readSettings, requireMail, type Settings } from './settings.ts'
import { SIGNER_ENTRY } from './signer/bundle.ts'
import { startSigner } from './signer/start.ts'
import { keepRunning } from './supervise.ts'

/**
 * The supervisor: starts Postgres, the signer and the API process, in this order, starts the latter two again when they
 * crash, and stops all three in reverse. It alone holds the master key, and hands it to the signer only.
 */
async function run(onStopper: (stop: () => Promise<void>) => void): Promise<void> {
  const fromEnvironment = takeMasterKey()
  const settings = readSettings(process.env)
  requireMail(settings)
  const masterKey = readMasterKey({ ...process.env, VITRINE_MASTER_KEY: fromEnvironment ?? '' }, settings)
  const stops: (() => Promise<void>)[] = []
  onStopper(async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
  })

  const { users, note } = planSeparation(settings.uidBase)
  if (note !== null) process.stderr.write(`${note}\n`)

  const postgres =
    settings.databaseUrl === null ? await startEmbedded(settings.dataDir, users?.api.gid) : null
  if (postgres) stops.push(postgres.stop)
  postgres?.lost.then(() => {
    process.stderr.write(
      'Postgres ended by itself, so the server ends too. Start it again: nothing is lost.\n',
    )
    return end(1)
  })
  const databaseUrl = await prepareDatabase(settings, postgres?.url ?? null)

  const parts = await openParts(users)
  stops.push(parts.close)
  const { codeFolder, code, socketOf } = parts
  const { origin, restoredMonth, smtpUrl, smsGatewayUrl, mailFrom } = settings

  const sends = [...(smtpUrl ? ['mail' as const] : []), ...(smsGatewayUrl ? ['text' as const] : [])]
  const mailer = sends.length > 0 ? { socketPath: socketOf('mailer'), sends } : null
  const [signerRuns, mailerRuns] = await Promise.allSettled([
    keepRunning('signer', () =>
      startSigner({
        masterKey,
        origin,
        socketPath: socketOf('signer'),
        restoredMonth,
        code: code.signer,
        user: users?.signer ?? null,
        clients: users?.api.gid ?? null,
      }),
    ),
    mailer &&
      keepRunning('mailer', () =>
        startMailer({
          code: code.mailer,
          socketPath: mailer.socketPath,
          codeFolder,
          smtpUrl,
          smsGatewayUrl,
          mailFrom,
          user: users?.mailer ?? null,
          clients: users?.api.gid ?? null,
          env: environmentOf(process.env),
        }),
      ),
  ])
  // Both are stopped also when one of them did not start.
  for (const it of [signerRuns, mailerRuns])
    if (it.status === 'fulfilled' && it.value) stops.push(it.value.stop)
  for (const it of [signerRuns, mailerRuns]) if (it.status === 'rejected') throw it.reason

  const apiSocket = socketOf('api')
  const api = await keepRunning('API process', () =>
    startApi({
      env: process.env,
      code: code.api,
      codeFolder,
      databaseUrl,
      signerSocket: socketOf('signer'),
      apiSocket,
      mailer,
      user: users?.api ?? null,
      clients: users?.frame.gid ?? null,
    }),
  )
  stops.push(api.stop)

  const frame = await keepRunning('frame server', () =>
    startFrame({ env: process.env, code: code.frame, codeFolder, apiSocket, user: users?.frame ?? null }),
  )
  stops.push(frame.stop)

  process.stdout.write(`wallet  ${settings.origin}\n`)
  if (settings.development) process.stdout.write(`inbox   ${settings.origin}/dev/inbox\n`)
}

/** What the processes need before they start: their code, compiled once, and folders for it and for their sockets. */
async function openParts(users: Separation['users']) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'))
  const codeFolder = join(folder, 'code')
  mkdirSync(codeFolder, { mode: 0o700 })
  // Each passes through to the sockets that it may open, and can list nothing.
  if (users) chmodSync(folder, 0o711)
  // Once: a process that crashed starts again as the very code that it was, and at once.
  const code = await bundleProcesses({
    signer: SIGNER_ENTRY,
    mailer: MAILER_ENTRY,
    api: API_ENTRY,
    frame: FRAME_ENTRY,
  })
  return {
    codeFolder,
    code,
    socketOf: (part: Part) => join(folder, part, `${part}.sock`),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
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
  for (const warning of warnings) process.stderr.write(`${warning}\n`)
  return databaseUrl
}

let stopAll = async (): Promise<void> => undefined
let ending: Promise<never> | null = null

/** Once, however many signals come. */
function end(code: number): Promise<never> {
  ending ??= stopAll()
    .catch(error => {
      logError('the stop of the server', error)
      code = 1
    })
    .then(() => process.exit(code))
  return ending
}

process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))

try {
  await run(stop => {
    stopAll = stop
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The server could not start.'}\n`)
  await end(1)
}
