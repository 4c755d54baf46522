import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { base58 } from '@scure/base'
import { eq } from 'drizzle-orm'
import { HDNodeWallet, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { importedWallets } from '../database/imported-tables.ts'
import { ed25519PublicKey } from '../signer/ed25519.ts'
import { logIn } from '../testing/client.ts'
import { openTestDatabase } from '../testing/database.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { CommandError } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { runCommand } from './run.ts'

const WORDS = 'test test test test test test test test test test test junk'
const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
let server: TestServer
let http: ReturnType<typeof createServer>
let signer: Awaited<ReturnType<typeof startOperatorSigner>>
beforeAll(async () => {
  server = await startTestServer()
  signer = await startOperatorSigner(server.database.db, { masterKey: Buffer.from(server.masterKey) })
  http = createServer(getRequestListener(server.app.fetch)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { fetch } = globalThis
  const live = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => fetch(url.replace(ORIGIN, live), init))
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  vi.unstubAllGlobals()
  http.close()
  await signer.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function run(lines: readonly (object | string)[], secret = server.appSecret, by = signer) {
  const file = join(folder, 'wallets.jsonl')
  writeFileSync(file, lines.map(it => (typeof it === 'string' ? it : JSON.stringify(it))).join('\n'))
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation(text => written.push(String(text)) > 0)
  const tools = { origin: ORIGIN, signer: async () => by, readSecret: async () => `${secret}\n` }
  const command = runCommand(server.database.db, ['wallets', 'import', server.appId, file], tools)
  const end = await command.catch((error: unknown) => error)
  return { lines: written.join('').trimEnd().split('\n'), end }
}

test('brings keys of each form, to users and to who is yet to come, and a second run changes nothing', async () => {
  const { user } = await logIn(server, `${randomUUID()}@mail.example`)
  const owner = { user_id: user.id }
  const [hex, spoken] = [Wallet.createRandom(), HDNodeWallet.fromPhrase(WORDS, '', "m/44'/60'/0'/0/3")]
  const seeds = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const secrets = seeds.map(seed => Buffer.concat([seed, ed25519PublicKey(seed)]))
  const addresses = secrets.map(it => base58.encode(it.subarray(32)))
  const file = [
    { owner, chain_type: 'ethereum', private_key: hex.privateKey, address: hex.address.toLowerCase() },
    { owner, chain_type: 'ethereum', mnemonic: WORDS, index: 3 },
    '',
    { owner, chain_type: 'solana', private_key: base58.encode(secrets[0] ?? seeds[0] ?? Buffer.of()) },
    {
      owner: { type: 'email', subject: 'New.Person@Mail.Example' },
      chain_type: 'solana',
      private_key: [...(secrets[1] ?? [])],
    },
  ]
  const expected = [
    `1  ${hex.address}  imported`,
    `2  ${spoken.address}  imported`,
    `4  ${addresses[0]}  imported`,
    `5  ${addresses[1]}  waiting`,
  ]
  const end = '3 imported, 1 waiting for a first login, 0 failed.'
  expect(await run(file)).toEqual({ lines: expected, end })
  expect(await run(file)).toEqual({ lines: expected, end })
  const rows = await server.ctx.db.select().from(importedWallets).where(eq(importedWallets.userId, user.id))
  expect(rows.map(({ address }) => address).sort()).toEqual(
    [hex.address, spoken.address, addresses[0] ?? ''].sort(),
  )
  const { user: came } = await logIn(server, 'new.person@mail.example')
  expect(JSON.stringify(came.linked_accounts)).toContain(addresses[1])
})

test('tells by its line what is wrong, brings the others, and prints no key', async () => {
  const { user } = await logIn(server, `${randomUUID()}@mail.example`)
  const [good, owner] = [Wallet.createRandom(), { user_id: user.id }]
  const canary = good.privateKey.slice(2)
  const { lines, end } = await run([
    `{"private_key": "${canary}`,
    { owner, chain_type: 'ethereum', private_key: canary, color: canary },
    { owner, chain_type: 'ethereum', private_key: `${canary}00` },
    { owner, chain_type: 'ethereum', private_key: canary, address: `0x${'11'.repeat(20)}` },
    { owner, chain_type: 'solana', private_key: [1, 2, 3] },
    { owner, chain_type: 'ethereum', mnemonic: `${WORDS} junk` },
    { owner, chain_type: 'ethereum', mnemonic: WORDS.replace('junk', 'test') },
    { owner: { user_id: 'nobody' }, chain_type: 'ethereum', private_key: canary },
    { owner, chain_type: 'ethereum', private_key: canary },
  ])
  // Those that cannot be read are told first, then what the server says.
  const failed = lines.filter(line => line.includes('failed: ')).map(line => Number.parseInt(line, 10))
  expect(failed).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(lines.at(-1)).toBe(`9  ${good.address}  imported`)
  expect(end).toBeInstanceOf(CommandError)
  expect(String(end)).toContain('1 imported, 0 waiting for a first login, 8 failed.')
  expect(`${lines.join()}${String(end)}`).not.toContain(canary.slice(0, 16))
})

test('a file of more than a batch is sent whole', async () => {
  const chain = { chain_type: 'ethereum' }
  const file = Array.from({ length: 101 }, (_, at) => ({
    ...chain,
    owner: { type: 'email', subject: `many${at}@mail.example` },
    private_key: Wallet.createRandom().privateKey,
  }))
  const { lines, end } = await run(file)
  expect([lines.length, end]).toEqual([101, '0 imported, 101 waiting for a first login, 0 failed.'])
})

test('a key to encrypt to that is not the signer’s is given nothing', async () => {
  const theirs = await openTestDatabase()
  const stranger = await startOperatorSigner(theirs.db, { masterKey: Buffer.alloc(32, 9) })
  const { lines } = await run(
    [{ owner: { user_id: 'x' }, chain_type: 'ethereum', private_key: Wallet.createRandom().privateKey }],
    server.appSecret,
    stranger,
  )
  await stranger.close()
  await theirs.close()
  expect(lines).toEqual([expect.stringContaining('is not of this server’s signer: nothing was sent')])
})

test('a wrong app secret is told of', async () => {
  const { lines, end } = await run(
    [{ owner: { user_id: 'x' }, chain_type: 'ethereum', private_key: Wallet.createRandom().privateKey }],
    'not-the-secret',
  )
  expect(lines).toEqual([expect.stringContaining('The server refused (401)')])
  expect(end).toBeInstanceOf(CommandError)
})
