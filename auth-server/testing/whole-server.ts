import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { type SignerKeys, signerKeys } from '@vitrine/shared/config/frame-boot.ts'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { createApp } from '../apps/registry.ts'
import { startOperatorSigner } from '../commands/operator-signer.ts'
import { replaceSealedConfig } from '../commands/seal-issuers.ts'
import { connectDatabase } from '../database/connect.ts'
import { useEmbedded } from '../database/embedded.ts'
import type { SignerClient } from '../signer/operations.ts'
import { createTestDevice, type TestDevice } from '../signer/testing/device.ts'
import { startGatewayStandIn } from '../sms/testing/gateway-stand-in.ts'
import { descendantsOf, freePort, serverCommand, startProgram } from './process-tree.ts'
import { type CalledServer, ORIGIN } from './server.ts'

/** Hex. */
export const MASTER_KEY = '5e'.repeat(32)

const TITLES = {
  signer: /^vitrine-signer$/,
  mailer: /^vitrine-mailer$/,
  api: /^vitrine-api$/,
  frame: /^vitrine-frame$/,
  postgres: /\/postgres -D /,
} as const
export type Part = keyof typeof TITLES

/** The server as an operator starts it in production: all its processes, a mail server and a text-message gateway. */
export interface WholeServer extends CalledServer {
  /** Of each process, the supervisor included. */
  readonly pids: Readonly<Record<Part | 'supervisor', number>>
  /** Of the API process. */
  readonly environment: Readonly<Record<string, string>>
  readonly api: { readonly uid: number; readonly gid: number }
  readonly keyFile: string
  readonly dataDir: string
  /** Bodies of text messages, oldest first. */
  readonly texts: readonly Readonly<Record<string, string>>[]
  /** A person's device, which proves its key to this server. */
  createDevice(): Promise<TestDevice>
  /** What its processes wrote so far. */
  output(): string
  stop(): Promise<void>
}

/** @param env besides what it needs */
export async function startWholeServer(
  config: Partial<EditableAppConfig>,
  env: Readonly<Record<string, string>> = {},
): Promise<WholeServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const keyFile = join(dataDir, 'key')
  writeFileSync(keyFile, MASTER_KEY, { mode: 0o400 })
  const mails: { to: string; code: string }[] = []
  const [smtp, gateway, port] = [await startMailServer(mails), await startGatewayStandIn(), await freePort()]
  const program = startProgram(
    serverCommand('main'),
    {
      VITRINE_ORIGIN: ORIGIN,
      VITRINE_MASTER_KEY_FILE: keyFile,
      VITRINE_PORT: String(port),
      VITRINE_DATA_DIR: dataDir,
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      SMS_GATEWAY_URL: gateway.url,
      ...env,
    },
    'wallet  ',
  )
  const stop = async () => {
    program.child.kill('SIGTERM')
    await program.exited
    await gateway.close()
    await new Promise<void>(resolve => smtp.close(() => resolve()))
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    if ((await program.outcome) !== 'up') throw new Error(program.output())
    const app = {
      request: (url: string, init?: RequestInit) =>
        fetch(url.replace(ORIGIN, `http://127.0.0.1:${port}`), init),
    }
    const { appId, keys } = await register(dataDir, app, config)
    const pids = pidsOf(program.pid)
    return {
      app,
      appId,
      clock: {
        get now() {
          return Date.now()
        },
      },
      mails,
      texts: gateway.sent,
      signerKeys: keys,
      pids,
      ...(await seenByRoot(pids.api)),
      keyFile,
      dataDir,
      createDevice: provingDevices(app, appId),
      output: program.output,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startMailServer(mails: { to: string; code: string }[]): Promise<SMTPServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // As mail servers do, who say whom they refuse.
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? new Error(`<${address}> is unknown here`) : null),
    onData: (stream, { envelope }, done) => {
      simpleParser(stream).then(({ text = '' }) => {
        const code = /\b\d{6}\b/.exec(text)?.[0]
        // What tells of a change comes whenever it comes, and its link may look like anything.
        if (code && !/\/account\/undo\?/.test(text))
          for (const { address } of envelope.rcptTo) mails.push({ to: address, code })
        done()
      }, done)
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  return smtp
}

/** As the operator registers an app. @returns what its document says of the signer besides */
async function register(dataDir: string, app: CalledServer['app'], config: Partial<EditableAppConfig>) {
  const site = 'https://shop.example'
  const { url, stop } = await useEmbedded(dataDir)
  const { db, close } = connectDatabase(url, 1)
  const first = { name: 'Shop', allowed_domains: [site] }
  const { id } = await createApp(db, editableAppConfig.parse(first))
  const whole = editableAppConfig.parse({ ...first, ...config })
  const signers: SignerClient[] = []
  await replaceSealedConfig(db, id, whole, async () => {
    const signer = await startOperatorSigner(db, { masterKey: Buffer.from(MASTER_KEY, 'hex') })
    signers.push(signer)
    return signer
  })
  for (const signer of signers) await signer.close()
  await close()
  await stop()
  return { appId: id, keys: await keysInDocument(app, id) }
}

/** What the frame's document of an app says of the signer. */
export async function keysInDocument(app: CalledServer['app'], appId: string): Promise<SignerKeys> {
  const site = encodeURIComponent('https://shop.example')
  const document = await (await app.request(`${ORIGIN}/apps/${appId}/frame?origin=${site}`)).text()
  const [, boot = ''] = /id="vitrine-boot"[^>]*>([^<]+)</.exec(document) ?? []
  return signerKeys.parse(JSON.parse(boot).signer)
}

function pidsOf(supervisor: number): WholeServer['pids'] {
  const tree = descendantsOf(supervisor)
  const pidOf = (part: Part) => tree.find(it => TITLES[part].test(it.command.trim()))?.pid ?? 0
  const [signer, mailer, api, frame, postgres] = (
    ['signer', 'mailer', 'api', 'frame', 'postgres'] as const
  ).map(pidOf) as [number, number, number, number, number]
  return { supervisor, signer, mailer, api, frame, postgres }
}

/** What a process was started with, and as whom it runs. */
async function seenByRoot(pid: number) {
  const environment = Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(entry => entry.includes('='))
      .map(entry => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  ) as Record<string, string>
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const id = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return { environment, api: { uid: id('Uid'), gid: id('Gid') } }
}

/** A nonce is good for five minutes at least. */
const NONCE_KEPT_MS = 4 * 60_000

/** Devices that prove their key with the nonces of this very server (RFC 9449 §8), which it tells whoever lacks one. */
function provingDevices(app: CalledServer['app'], appId: string): () => Promise<TestDevice> {
  let kept: { readonly nonce: string; readonly at: number } | null = null
  const nonceFor = async (device: TestDevice): Promise<string> => {
    if (kept && Date.now() < kept.at + NONCE_KEPT_MS) return kept.nonce
    const url = `${ORIGIN}/api/v1/passwordless/init`
    const dpop = await device.prove({ method: 'POST', url })
    const headers = { origin: ORIGIN, 'vitrine-app-id': appId, dpop, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'nobody@shop.example' })
    const answer = await app.request(url, { method: 'POST', headers, body })
    const nonce = answer.headers.get('dpop-nonce')
    if (!nonce) throw new Error(`no nonce: ${answer.status} ${await answer.text()}`)
    kept = { nonce, at: Date.now() }
    return nonce
  }
  return async () => {
    const device = await createTestDevice()
    return {
      ...device,
      prove: async ({ claims, ...proof }) =>
        device.prove({ ...proof, claims: { nonce: await nonceFor(device), ...claims } }),
    }
  }
}
