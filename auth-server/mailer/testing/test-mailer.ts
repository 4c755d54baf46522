import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { loginCodeMail } from '../../messages/login-code-mail.ts'
import { loginCodeMessage } from '../../messages/login-code-text.ts'
import type { Mail, TextMessage } from '../../messages/message.ts'
import { serveFrames } from '../../processes/serve-frames.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { connectMailer } from '../client.ts'
import { MAILER_OPERATIONS, type MailerClient } from '../operations.ts'
import { askCloudLogin } from '../process/cloud-login.ts'
import { readSignature } from '../process/contract-signature.ts'
import { readCustody } from '../process/farcaster-custody.ts'
import { openChannel, readChannel } from '../process/farcaster-relay.ts'
import { fetchKeySet } from '../process/key-set.ts'
import { redeemGrant } from '../process/redeem-grant.ts'
import { redeemRecovery } from '../process/redeem-recovery.ts'
import { MailerRefusal } from '../refusal.ts'
import { type MailerOptions, startMailer } from '../start.ts'

/** A mailer process, and a client of it. */
export interface TestMailer {
  /** As the API process has it. */
  readonly client: MailerClient
  /** As the signer has it. */
  readonly codes: MailerClient
  readonly socketPath: string
  stop(): Promise<void>
  /** Of the process alone; the client stays. */
  stopProcess(): Promise<void>
  startAgain(): Promise<void>
}

const SETTINGS = readSettings({ VITRINE_DEV: '1' })

/** Starts a mailer as the supervisor does, as this user. */
export async function startTestMailer(options: Partial<MailerOptions>): Promise<TestMailer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const socketPath = join(folder, 'mailer', 'mailer.sock')
  const all: MailerOptions = {
    code: readFileSync(inject('mailerCode')),
    socketPath,
    codesSocket: join(folder, 'codes', 'codes.sock'),
    codeFolder: folder,
    signerGroup: null,
    inboxUrl: null,
    smtpUrl: null,
    smsGatewayUrl: null,
    mailFrom: 'no-reply@wallet.example',
    user: null,
    clients: null,
    farcaster: SETTINGS.farcaster,
    walletNodes: SETTINGS.walletNodes,
    geoipDatabase: null,
    // Issuers of tests are of this machine.
    env: { VITRINE_DEV: '1' },
    ...options,
  }
  let running = await startMailer(all)
  const client = connectMailer(socketPath)
  const codes = connectMailer(all.codesSocket)
  return {
    client,
    codes,
    socketPath,
    async stop() {
      await client.close()
      await codes.close()
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    stopProcess: () => running.stop(),
    async startAgain() {
      running = await startMailer(all)
    },
  }
}

/** What sends the codes of a test's signer. */
export interface Carriers {
  readonly mail: { send(mail: Mail): Promise<void> }
  readonly sms: { send(message: TextMessage): Promise<void> }
}

type Outside = Pick<Settings, 'farcaster' | 'walletNodes'>
const ASKED: {
  readonly [operation: string]: (outside: Outside, request: never) => Promise<object>
} = {
  askCloudLogin: (_, request) => askCloudLogin(request),
  openChannel: ({ farcaster }, request) => openChannel(farcaster, request),
  readChannel: ({ farcaster }, request) => readChannel(farcaster, request),
  readCustody: ({ farcaster }, request) => readCustody(farcaster, request),
  readSignature: ({ walletNodes }, request) => readSignature(walletNodes, request),
}

async function ask(outside: Outside, operation: string, request: unknown): Promise<object> {
  try {
    return { response: await ASKED[operation]?.(outside, request as never) }
  } catch (error) {
    const code = error instanceof MailerRefusal ? error.code : 'unavailable'
    return { refusal: { code, message: 'Nobody answers.' } }
  }
}

/** The mailer as a signer sees it, in this process: what it is to send goes to the test's own carriers. */
export async function serveTestMailer(
  carriers: Carriers,
  socketPath: string,
  outside: Outside,
): Promise<Server> {
  const server = await serveFrames(
    async (operation, request) => {
      if (operation === 'ping') return { response: {} }
      if (operation === 'redeemGrant')
        return { response: await redeemGrant(MAILER_OPERATIONS.redeemGrant.request.parse(request)) }
      if (operation === 'redeemRecovery')
        return { response: await redeemRecovery(MAILER_OPERATIONS.redeemRecovery.request.parse(request)) }
      if (operation in ASKED) return ask(outside, operation, request)
      return operation === 'fetchKeySet' ? fetchKeys(request) : deliver(carriers, request)
    },
    socketPath,
    false,
  )
  // A signer that root starts goes on as `nobody`.
  if (process.getuid?.() === 0)
    for (const path of [dirname(socketPath), socketPath]) chownSync(path, NOBODY, NOBODY)
  return server
}

const NOBODY = 65_534

async function fetchKeys(request: unknown): Promise<object> {
  try {
    return { response: await fetchKeySet(MAILER_OPERATIONS.fetchKeySet.request.parse(request)) }
  } catch {
    return { refusal: { code: 'unavailable', message: 'There is no key set.' } }
  }
}

async function deliver({ mail, sms }: Carriers, request: unknown): Promise<object> {
  const code = MAILER_OPERATIONS.sendCode.request.parse(request)
  try {
    if (code.by === 'mail') await mail.send(loginCodeMail(code))
    else await sms.send(loginCodeMessage(code, code.by === 'whatsapp'))
    return { response: {} }
  } catch {
    return { refusal: { code: 'unavailable', message: 'The carrier failed.' } }
  }
}
