import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provenBy } from '@vitrine/shared/account/login-facts.ts'
import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type { SignerKeys } from '@vitrine/shared/config/frame-boot.ts'
import type { Hono } from 'hono'
import { inject } from 'vitest'
import { storeIssuer } from '../apps/issuers.ts'
import { storeClient } from '../apps/oauth-clients.ts'
import { createApp as registerApp } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { connectDatabase, type Database } from '../database/connect.ts'
import { runJobs } from '../jobs/testing/run-jobs.ts'
import { requireRoots, storeRoots } from '../keys/stored-roots.ts'
import { logError } from '../log.ts'
import { LOGIN_ISSUERS } from '../login/issuers.ts'
import type { MailTransport } from '../mail/transport.ts'
import { serveTestMailer } from '../mailer/testing/test-mailer.ts'
import type { MasterKeys } from '../master-key.ts'
import type { Mail, TextMessage } from '../messages/message.ts'
import type { PartySettings } from '../oauth-providers/telegram-bot.ts'
import { openPlaces } from '../places/open-places.ts'
import { loadTokenKeys } from '../sessions/token-keys.ts'
import { createTokenIssuer } from '../sessions/tokens.ts'
import { readSettings, type Settings } from '../settings.ts'
import { connectSigner } from '../signer/client.ts'
import { sealOauthClient } from '../signer/grant/client-seal.ts'
import { sealIssuer } from '../signer/issuer-seal.ts'
import type { SignerClient } from '../signer/operations.ts'
import { startSigner } from '../signer/start.ts'
import { derivedRoots, deriveKeyring } from '../signer/testing/derived-roots.ts'
import type { SmsTransport } from '../sms/message.ts'
import { entropySalt } from '../wallet/create/stored-entropy-salt.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { TEST_NONCES } from './dpop-nonces.ts'
import { createWalletOrigin } from './wallet-origin.ts'

export const ORIGIN = 'http://localhost:4401'

/** What calls need of a server: of one in this process, or of a whole one (`whole-server.ts`). */
export interface CalledServer {
  readonly app: {
    request(url: string, init?: RequestInit, environment?: unknown): Response | Promise<Response>
  }
  readonly appId: string
  /** Unix ms. */
  readonly clock: { readonly now: number }
  /** With codes; oldest first. */
  readonly mails: readonly Pick<Mail, 'to' | 'code'>[]
  /** What devices seal for it. */
  readonly signerKeys: SignerKeys
}

/** The server on a real Postgres and a real signer process, with a clock and a mailbox that the test holds. */
export interface TestServer {
  readonly ctx: Context
  readonly app: Hono
  /** Its database, with all rights; the server itself has those of its role. */
  readonly database: TestDatabase
  readonly appId: string
  readonly appSecret: string
  /** Of its signer. */
  readonly masterKey: Buffer
  /** Unix ms; assign to move the server's clock. */
  readonly clock: { now: number }
  /** With codes; oldest first. */
  readonly mails: readonly Mail[]
  readonly messages: readonly TextMessage[]
  /** What devices seal for it. */
  readonly signerKeys: SignerKeys
  /** What its mailer sends codes with; assign to replace one. */
  readonly carriers: { mail: MailTransport; sms: SmsTransport }
  /** What tells of a change of an account, by mail or text message, in the order in which it was sent. */
  readonly notices: readonly (Mail | TextMessage)[]
  /** Another server process's view of the same database: shares rows and nothing else. */
  second(changes?: Partial<Context>): Hono
  /** As the operator's command does. */
  setClient(
    appId: string,
    provider: string,
    client: { settings: PartySettings; secret: string },
  ): Promise<void>
  /** Another signer beside the same database and mailer, as another server has one. */
  startSigner(keys: MasterKeys): Promise<SignerClient>
  registerApp(config: Partial<EditableAppConfig>): Promise<{ readonly id: string; readonly secret: string }>
  stop(): Promise<void>
}

export async function startTestServer(changes: Partial<Settings> = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-signer-'))
  const socketPath = join(folder, 'signer.sock')
  const mailerFolder = mkdtempSync(join(tmpdir(), 'vitrine-mailer-'))
  const codesSocket = join(mailerFolder, 'codes.sock')
  const masterKey = randomBytes(32)
  const database = await openTestDatabase()
  // Of an installation that was there before roots lay in the database: tests make the signer's own seals with it.
  const roots = derivedRoots(masterKey)
  await database.db.transaction(tx => storeRoots(tx, roots))
  const process = await startSigner({
    masterKey,
    roots,
    origin: ORIGIN,
    socketPath,
    codesSocket,
    restoredMonth: null,
    code: readFileSync(inject('signerCode')),
  })
  const signer = connectSigner(socketPath, () => requireRoots(database.db))
  const clock = { now: Date.now() }
  const now = () => clock.now
  const mails: Mail[] = []
  const notices: (Mail | TextMessage)[] = []
  const mail: MailTransport = {
    async send(sent) {
      if (sent.code === undefined) notices.push(sent)
      else mails.push(sent)
    },
  }
  const messages: TextMessage[] = []
  const sms: SmsTransport = {
    async send(message) {
      if (message.code === undefined) notices.push(message)
      else messages.push(message)
    },
  }
  const carriers = { mail, sms }
  const settings: Settings = {
    ...readSettings({ VITRINE_DEV: '1', VITRINE_ORIGIN: ORIGIN }),
    distDir: fileURLToPath(new URL('./dist', import.meta.url)),
    ...changes,
  }
  const mailer = await serveTestMailer(carriers, codesSocket, settings)
  // As in the API process: what a statement needs, its role has.
  const { db, close } = connectDatabase(database.apiUrl)
  // A test that breaks a statement of a request breaks none of a job.
  const background = connectDatabase(database.apiUrl)
  const signerKeys = await signer.readPublicKeys({})
  const keys = await loadTokenKeys(db, signer)
  await entropySalt({ db, signer })
  const tokens = createTokenIssuer({ keys: () => keys, issuer: ORIGIN, now })
  const withJobs = (base: Omit<Context, 'wakeJobs'>) => wakingJobs(base, background.db)
  const placeName = openPlaces(settings.geoipDatabase)
  const ctx = withJobs({
    ...{ settings, db, signer, mail, sms, tokens, placeName, now },
    dpopNonces: TEST_NONCES,
  })
  const keyring = deriveKeyring(Buffer.from(masterKey))
  const register = async (config: Partial<EditableAppConfig>) => {
    const all = editableAppConfig.parse({
      name: 'Shop',
      allowed_domains: ['https://shop.example'],
      ...config,
    })
    const app = await registerApp(database.db, all)
    // As the operator's command does.
    for (const method of provenBy('token')) {
      const settings = LOGIN_ISSUERS[method](all)
      const { seal } = settings ? sealIssuer({ keyring }, { appId: app.id, method, settings }) : {}
      if (settings && seal) await storeIssuer(database.db, app.id, method, { settings, seal })
    }
    return app
  }
  const { id: appId, secret: appSecret } = await register({})
  const others: (() => Promise<void>)[] = []
  return {
    ctx,
    app: createWalletOrigin(ctx, signerKeys),
    database,
    appId,
    appSecret,
    masterKey,
    clock,
    mails,
    messages,
    carriers,
    notices,
    signerKeys,
    second: (overrides = {}) => createWalletOrigin(withJobs({ ...ctx, ...overrides }), signerKeys),
    registerApp: register,
    async setClient(appId, provider, { settings, secret }) {
      const { sealed } = sealOauthClient({ keyring }, { appId, provider, settings, secret })
      await storeClient(database.db, appId, provider, { settings, sealed })
    },
    async startSigner(keys) {
      const beside = mkdtempSync(join(tmpdir(), 'vitrine-signer-'))
      const socketPath = join(beside, 'signer.sock')
      const code = readFileSync(inject('signerCode'))
      const started = await startSigner({
        ...keys,
        origin: ORIGIN,
        socketPath,
        codesSocket,
        restoredMonth: null,
        code,
      })
      const client = connectSigner(socketPath, () => requireRoots(database.db))
      others.push(async () => {
        await client.close()
        await started.stop()
        rmSync(beside, { recursive: true, force: true })
      })
      return client
    },
    async stop() {
      for (const stopOther of others) await stopOther()
      await signer.close()
      await process.stop()
      mailer.close()
      await background.close()
      await close()
      await database.close()
      for (const each of [folder, mailerFolder]) rmSync(each, { recursive: true, force: true })
    },
  }
}

/** A context whose requests have notices sent at once, as the workers of a process do. */
function wakingJobs(base: Omit<Context, 'wakeJobs'>, db: Database): Context {
  const ctx: Context = {
    ...base,
    wakeJobs: () =>
      void runJobs({ ...ctx, db }, ['notices']).catch(error => logError('jobs of a test', error)),
  }
  return ctx
}
