import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApi } from './api-process.ts'
import { startEmbedded } from './database/embedded.ts'
import { openApiRole, prepareEmbedded, prepareExternal } from './database/roles.ts'
import { takeMasterKey } from './environment-secret.mjs'
import { logError } from './log.ts'
import { startMailer } from './mailer/start.ts'
import { readMasterKey } from './master-key.ts'
import { readSettings, type Settings } from './settings.ts'
import { bundleSigner } from './signer/bundle.ts'
import { startSigner } from './signer/start.ts'
import { keepRunning } from './supervise.ts'

/**
 * The supervisor: starts Postgres, the mailer, the signer and the API process, in this order, starts the latter three again
 * when they crash, and stops all in reverse. It alone holds the master key, and hands it to the signer only.
 */
async function run(onStopper: (stop: () => Promise<void>) => void): Promise<void> {
  const fromEnvironment = takeMasterKey()
  const settings = readSettings(process.env)
  const masterKey = readMasterKey({ ...process.env, VITRINE_MASTER_KEY: fromEnvironment ?? '' }, settings)
  const stops: (() => Promise<void>)[] = []
  onStopper(async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
  })

  const postgres = settings.databaseUrl === null ? await startEmbedded(settings.dataDir) : null
  if (postgres) stops.push(postgres.stop)
  postgres?.lost.then(() => {
    process.stderr.write(
      'Postgres ended by itself, so the server ends too. Start it again: nothing is lost.\n',
    )
    return end(1)
  })
  const databaseUrl = await prepareDatabase(settings, postgres?.url ?? null)

  const [socketPath, mailerSocket] = ['signer', 'mailer'].map(name => {
    const folder = mkdtempSync(join(tmpdir(), `vitrine-${name}-`))
    stops.push(async () => rmSync(folder, { recursive: true, force: true }))
    return join(folder, `${name}.sock`)
  }) as [string, string]
  const { origin, restoredMonth } = settings
  const inboxUrl = settings.development ? databaseUrl : null
  const mailer = keepRunning('mailer', () => startMailer(process.env, mailerSocket, inboxUrl))
  // It starts beside the signer, which asks for it when the first code is sent.
  mailer.catch(() => undefined)
  stops.push(async () => (await mailer.catch(() => null))?.stop())
  // Compiled once: a signer that crashed starts again as the very code that it was, and at once.
  const code = await bundleSigner()
  const signer = await keepRunning('signer', () =>
    startSigner({ masterKey, origin, socketPath, mailerSocket, restoredMonth, code }),
  )
  stops.push(signer.stop)
  await mailer

  const api = await keepRunning('API process', () => startApi(process.env, databaseUrl, socketPath))
  stops.push(api.stop)

  process.stdout.write(`wallet  ${settings.origin}\n`)
  if (settings.development) process.stdout.write(`inbox   ${settings.origin}/dev/inbox\n`)
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
