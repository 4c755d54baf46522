import { seedDemoApp } from './apps/demo.ts'
import type { Context } from './context.ts'
import { readClock, requireAgreement, startClock } from './database/clock.ts'
import { connectDatabase, type Database } from './database/connect.ts'
import { startSweeping } from './database/sweep.ts'
import { gaugesOf } from './health/gauges.ts'
import { metricsRoutes } from './health/metrics-routes.ts'
import { dpopNoncesOf } from './http/dpop-nonce.ts'
import { openJobs } from './jobs/work.ts'
import { startFollowingRoots } from './keys/follow-roots.ts'
import { requireRoots } from './keys/stored-roots.ts'
import { listenForFrameServer } from './listen.ts'
import { startLog } from './log.ts'
import { createMailTransport } from './mail/transport.ts'
import { connectMailer } from './mailer/client.ts'
import { startRecording } from './observability/recorder.ts'
import { startTracing } from './observability/start-tracing.ts'
import { openPlaces } from './places/open-places.ts'
import { runProcess } from './processes/run-process.ts'
import { becomeUser, readUser } from './processes/user.ts'
import { sealPlainSecrets } from './provider-secrets/plain-secrets.ts'
import { createApp } from './server.ts'
import { followTokenKeys } from './sessions/follow-token-keys.ts'
import { publishedKeys, signingKey } from './sessions/token-keys.ts'
import { createTokenIssuer } from './sessions/tokens.ts'
import { readSettings } from './settings.ts'
import { connectSigner } from './signer/client.ts'
import { createSmsTransport } from './sms/transport.ts'
import { entropySalt } from './wallet/create/stored-entropy-salt.ts'

process.title = 'vitrine-api'
startLog('api')

/** The API process: what the frame server hands on to it. Started by `main.ts`, which gives it a database and sockets. */
async function run(): Promise<() => Promise<void>> {
  const user = readUser(process.env.VITRINE_RUN_AS)
  becomeUser(user)
  const settings = readSettings(process.env)
  const { databaseUrl } = settings
  const {
    VITRINE_SIGNER_SOCKET: signerSocket,
    VITRINE_MAILER_SOCKET: mailerSocket,
    VITRINE_MAILER_SENDS: sends = '',
    VITRINE_API_SOCKET: apiSocket,
  } = process.env
  if (databaseUrl === null || signerSocket === undefined || apiSocket === undefined) {
    throw new Error('The API process is started by the server: run `npm start` or `npm run serve`.')
  }
  const stopTracing = await startTracing('api', process.env)
  const { db, close: closeDatabase } = connectDatabase(databaseUrl)
  const clock = await startClock(db)
  const { now } = clock
  if (settings.development) await seedDemoApp(db, settings.demo)
  const signer = connectSigner(signerSocket, () => requireRoots(db))
  requireAgreement('signer', await readClock(async () => (await signer.readClock({})).now))
  const stopFollowingRoots = await startFollowingRoots({ db, signer })
  const { keys, stop: stopFollowingTokenKeys } = await followTokenKeys(db, signer)
  await entropySalt({ db, signer })
  await sealPlainSecrets({ db, signer })
  const dpopNonces = dpopNoncesOf(() =>
    [signingKey(keys(), now()), ...publishedKeys(keys(), now())].map(({ privateJwk }) => privateJwk),
  )
  const tokens = createTokenIssuer({ keys, issuer: settings.origin, now })
  const mailer = mailerSocket ? connectMailer(mailerSocket) : null
  const mail = createMailTransport(sends.includes('mail') ? mailer : null)
  const sms = createSmsTransport(sends.includes('text') ? mailer : null)
  const jobs = await openJobs(db)
  const placeName = openPlaces(settings.geoipDatabase)
  const ctx: Context = {
    ...{ settings, db, signer, mail, sms, tokens, dpopNonces, placeName, wakeJobs: jobs.wake, now },
  }
  const stopSweeping = startSweeping(db)
  jobs.start(ctx)
  const internal = settings.metrics ? [await startMetrics(db)] : []
  const listener = await listenForFrameServer(createApp(ctx, internal), apiSocket, user !== null)
  return async () => {
    stopSweeping()
    stopFollowingTokenKeys()
    clock.stop()
    await listener.close()
    await jobs.stop()
    await stopFollowingRoots()
    await mailer?.close()
    await signer.close()
    await closeDatabase()
    await stopTracing()
  }
}

/** What metrics take is loaded where somebody asks for them. @returns the route by which the frame server reads them */
async function startMetrics(db: Database) {
  const { createMetrics } = await import('./observability/metrics.ts')
  const { recorder, read } = createMetrics('api', gaugesOf(db))
  startRecording(recorder)
  return ['/metrics', metricsRoutes(read)] as const
}

await runProcess('API process', run)
