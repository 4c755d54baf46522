import { startDelivering } from './account-changes/deliver-notices.ts'
import type { ApiReport } from './api-process.ts'
import { seedDemoApp } from './apps/demo.ts'
import type { Context } from './context.ts'
import { readClock, requireAgreement, startClock } from './database/clock.ts'
import { connectDatabase } from './database/connect.ts'
import { startSweeping } from './database/sweep.ts'
import { listen } from './listen.ts'
import { logError } from './log.ts'
import { createMailTransport } from './mail/transport.ts'
import { sealPlainSecrets } from './provider-secrets/plain-secrets.ts'
import { createApp } from './server.ts'
import { loadTokenKeys } from './sessions/token-keys.ts'
import { createTokenIssuer } from './sessions/tokens.ts'
import { readSettings } from './settings.ts'
import { connectSigner } from './signer/client.ts'
import { createSmsTransport } from './sms/transport.ts'
import { entropySalt } from './wallet/create/stored-entropy-salt.ts'

/** A supervisor that is gone kills no process that does not stop. */
const ORPHAN_LIMIT_MS = 10_000

/** The API process: everything that speaks HTTP. Started by `main.ts`, which gives it a database and a signer socket. */
async function run(): Promise<() => Promise<void>> {
  const settings = readSettings(process.env)
  const { databaseUrl } = settings
  const signerSocket = process.env.VITRINE_SIGNER_SOCKET
  if (databaseUrl === null || signerSocket === undefined) {
    throw new Error('The API process is started by the server: run `npm start` or `npm run serve`.')
  }
  const { db, close: closeDatabase } = connectDatabase(databaseUrl)
  const clock = await startClock(db)
  const { now } = clock
  if (settings.development) await seedDemoApp(db, settings.shopPort)
  const signer = connectSigner(signerSocket)
  requireAgreement('signer', await readClock(async () => (await signer.readClock({})).now))
  const keys = await loadTokenKeys(db, signer)
  await entropySalt({ db, signer })
  await sealPlainSecrets({ db, signer })
  const tokens = await createTokenIssuer({ keys, issuer: settings.origin, now })
  const mail = createMailTransport(settings, db)
  const sms = createSmsTransport(settings, db)
  const ctx: Context = { settings, db, signer, mail, sms, tokens, now }
  const stopSweeping = startSweeping(db)
  const stopDelivering = startDelivering(ctx)
  const listener = await listen(createApp(ctx), settings)
  return async () => {
    stopSweeping()
    stopDelivering()
    clock.stop()
    await listener.close()
    mail.close()
    await signer.close()
    await closeDatabase()
  }
}

const report = (message: ApiReport) => process.send?.(message)

try {
  const stop = await run()
  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      error => {
        logError('the stop of the API process', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  // Ctrl-C reaches the whole process group; the supervisor decides about the order.
  process.on('SIGINT', () => undefined)
  // The supervisor died: nobody would stop this process any more.
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), ORPHAN_LIMIT_MS).unref()
    end()
  })
  report({ ready: true })
} catch (error) {
  logError('the start of the API process', error)
  report({ failed: error instanceof Error ? error.message : 'The API process could not start.' })
  process.exitCode = 1
  process.disconnect?.()
}
