import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { verifyMessage } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from './database/connect.ts'
import { useEmbedded } from './database/embedded.ts'
import { type CaddyProxy, startCaddy } from './testing/caddy.ts'
import { type LoggedIn, logIn } from './testing/client.ts'
import { type Container, type Containers, createContainers } from './testing/containers.ts'
import { type Image, unpackImage } from './testing/image.ts'
import { type OwnPostgres, startOwnPostgres } from './testing/own-postgres.ts'
import { descendantsOf, freePort, serverCommand } from './testing/process-tree.ts'
import { type CalledServer, ORIGIN } from './testing/server.ts'
import {
  keysInDocument,
  MASTER_KEY,
  provingDevices,
  startMailServer,
  startWholeServer,
  type WholeServer,
} from './testing/whole-server.ts'
import { asDevice, create, type Person, sign } from './wallet/testing/wallet-calls.ts'

/**
 * From one machine to the next: a server with its own database is backed up, and what `compose.yaml` starts of the image goes on with it, as
 * an ordinary user, on a Postgres of the system with two roles, behind Caddy with TLS. Its backup then goes back into an embedded one.
 */
const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const backup = (name: string) => join(folder, 'backups', name)
const ROLES = fileURLToPath(new URL('../deploy/postgres/roles.sh', import.meta.url))
const EMAIL = 'ann@mail.example'
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

let image: Image
let postgres: OwnPostgres
let containers: Containers
let server: Container
let signer: Container
let proxy: CaddyProxy
let called: CalledServer & { createDevice: WholeServer['createDevice'] }
let port: number
let variables: Record<string, string>
/** What `restore` said. */
let restored: string
/** Of the person's wallet before. */
let wallet: { id: string; address: string }

/** An operator's command beside a server with an embedded database. @returns all that it said */
function command(dataDir: string, ...args: string[]): string {
  const [node, ...program] = serverCommand('cli')
  const env = { PATH: process.env.PATH, VITRINE_DATA_DIR: dataDir, VITRINE_MASTER_KEY: MASTER_KEY }
  const { status, stdout, stderr } = spawnSync(node, [...program, ...args], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

async function enter(at: typeof called | WholeServer): Promise<{ who: LoggedIn; person: Person }> {
  const device = await at.createDevice()
  const who = await logIn(at, EMAIL, asDevice(device))
  return { who, person: { email: EMAIL, userId: who.user.id, device, accessToken: who.token } }
}
const signed = async (at: CalledServer, person: Person, message: string) =>
  ((await (await sign(at, person, wallet.id, message)).json()) as { data: { signature: string } }).data
    .signature

beforeAll(async () => {
  image = unpackImage()
  stops.push(image.remove)
  for (const name of ['run', 'state', 'caddy', 'backups']) {
    mkdirSync(join(folder, name), { mode: 0o700 })
    if (process.getuid?.() === 0) chownSync(join(folder, name), image.user.uid, image.user.gid)
  }
  chmodSync(folder, 0o755)
  const key = join(folder, 'master-key')
  writeFileSync(key, MASTER_KEY, { mode: 0o400 })
  if (process.getuid?.() === 0) chownSync(key, image.user.uid, image.user.gid)

  // A server as one begins with: its own database, and a person who has a wallet.
  const before = await startWholeServer({})
  try {
    const { person } = await enter(before)
    wallet = (await (await create(before, person)).json()) as typeof wallet
    command(before.dataDir, 'backup', backup('embedded'))
    called = { ...before }
  } finally {
    await before.stop()
  }
  chmodSync(backup('embedded'), 0o644)

  postgres = await startOwnPostgres()
  stops.push(postgres.stop)
  const mails: { to: string; code: string }[] = []
  const smtp = await startMailServer(mails)
  stops.push(() => smtp.close())
  port = await freePort()
  const { hostname, port: postgresPort, password, host } = new URL(postgres.url('postgres'))
  // A password may have any sign: the script quotes it.
  const passwords = { VITRINE_OWNER_PASSWORD: "own'er", VITRINE_API_PASSWORD: 'api' }
  const client = { PGHOST: hostname, PGPORT: postgresPort, PGPASSWORD: password }
  execFileSync(ROLES, { env: { PATH: process.env.PATH, ...client, ...passwords } })
  const kept = { VITRINE_DATA_DIR: join(folder, 'state') }
  variables = {
    ...{ ...passwords, VITRINE_DOMAIN: 'wallet.shop.example', POSTGRES_PASSWORD: password },
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  }
  containers = createContainers(image, {
    variables,
    places: {
      '@postgres:5432': `@${host}`,
      'https://wallet.shop.example': ORIGIN,
      ...{ '/run/secrets/master_key': key, '/run/vitrine': join(folder, 'run') },
    },
    more: {
      ...{ prepare: kept, signer: kept },
      vitrine: { ...kept, VITRINE_PORT: String(port), VITRINE_HOST: '127.0.0.1' },
    },
  })
  restored = await containers.run('prepare', ['node', 'dist/server/cli.mjs', 'restore', backup('embedded')])
  // In the order of compose.yaml.
  await containers.run('prepare', ['node', 'dist/server/cli.mjs', 'keys', 'init'])
  signer = containers.start('signer')
  stops.push(signer.stop)
  await signer.untilSaid('mailer  ')
  server = containers.start('vitrine')
  stops.push(server.stop)
  await server.untilSaid('wallet  ')
  proxy = await startCaddy(join(folder, 'caddy'), `127.0.0.1:${port}`, image.user)
  stops.push(proxy.stop)
  const app = { request: proxy.request }
  called = {
    ...{ app, appId: called.appId, mails, clock: called.clock },
    signerKeys: await keysInDocument(app, called.appId),
    createDevice: provingDevices(app, called.appId),
  }
}, 180_000)
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
}, 60_000)

test('a person of the database before logs in through the proxy, and signs with the same wallet', async () => {
  expect(restored).toContain('as given')
  const { who, person } = await enter(called)
  expect(JSON.stringify(who.user.linked_accounts)).toContain(wallet.address)
  expect(verifyMessage('moved', await signed(called, person, 'moved'))).toBe(wallet.address)
})

test('its processes are of the image’s user, who is not root, and only the signer’s know the master key', () => {
  const uids = [server, signer].flatMap(({ pid }) =>
    [pid, ...descendantsOf(pid).map(it => it.pid)].map(id =>
      execFileSync('ps', ['-o', 'uid=', '-p', String(id)], { encoding: 'utf8' }).trim(),
    ),
  )
  expect(uids.length).toBeGreaterThan(5)
  expect(image.user.uid).toBeGreaterThan(0)
  expect(new Set(uids)).toEqual(new Set([String(process.getuid?.() || image.user.uid)]))
  expect(readFileSync(`/proc/${signer.pid}/environ`, 'utf8')).toContain('MASTER_KEY')
  expect(readFileSync(`/proc/${server.pid}/environ`, 'utf8')).not.toMatch(/MASTER_KEY|SMTP_URL/)
})

test('the image’s own check of its health says yes', async () => {
  expect(await containers.run('vitrine', image.health)).toBe('')
  const nobody = String(await freePort())
  const other = createContainers(image, {
    variables,
    places: {},
    more: { vitrine: { VITRINE_PORT: nobody } },
  })
  await expect(other.run('vitrine', image.health)).rejects.toThrow('ended with 1')
})

test('the proxy speaks HTTP/2, logs neither path nor person, and lets nobody choose the id of a request', async () => {
  const session = connect(`https://localhost:${proxy.port}`, proxy.tls)
  const call = session.request({
    ':path': '/health/ready?token=canary',
    'x-request-id': 'chosen-by-a-client',
  })
  const [headers] = await once(call, 'response')
  expect(headers[':status']).toBe(200)
  expect(headers['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(session.alpnProtocol).toBe('h2')
  call.resume()
  await once(call, 'end')
  await session.close()
  const lines = proxy
    .output()
    .split('\n')
    .filter(line => line.includes('"handled request"'))
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines)
    expect(line).not.toMatch(/canary|\/api\/|\/health|mail\.example|ey[JK]|127\.0\.0\.1|DPoP/i)
})

test('its backup goes back into an embedded database, with nothing lost', async () => {
  const made = await containers.run('vitrine', ['node', 'dist/server/cli.mjs', 'backup', backup('own')])
  expect(made).toContain('which is not in the file')
  const dataDir = join(folder, 'embedded')
  expect(command(dataDir, 'restore', backup('own'))).toContain('as given')
  const own = connectDatabase(postgres.url('vitrine'), 1)
  const { url, stop } = await useEmbedded(dataDir)
  const embedded = connectDatabase(url, 1)
  for (const table of [
    'apps',
    'users',
    'accounts',
    'wallets',
    'wallet_entropies',
    'signer_roots',
    'devices',
  ]) {
    const rows = sql`select to_jsonb(it) as row from ${sql.identifier(table)} as it order by it::text`
    const before = (await own.db.execute(rows)).rows
    expect(before.length).toBeGreaterThan(0)
    expect([table, (await embedded.db.execute(rows)).rows]).toEqual([table, before])
  }
  for (const { close } of [own, embedded]) await close()
  await stop()
})

test('a signal ends each in good order', async () => {
  expect(await server.stop()).toBe(0)
  expect(await signer.stop()).toBe(0)
})
