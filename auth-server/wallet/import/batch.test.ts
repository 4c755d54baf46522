import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { base58Text } from '@vitrine/shared/encoding.ts'
import { sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import type { BatchOwner, BatchResult } from '@vitrine/shared/wallet/batch-import.ts'
import { eq } from 'drizzle-orm'
import { HDNodeWallet, verifyMessage } from 'ethers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PartlyDone, type SecretTools } from '../../commands/command.ts'
import { runCommand } from '../../commands/run.ts'
import { auditEvents } from '../../database/audit-tables.ts'
import { importedWallets, pendingImports } from '../../database/imported-tables.ts'
import { testAccounts, wallets } from '../../database/schema.ts'
import { ed25519PublicKey } from '../../signer/ed25519.ts'
import { askForCode, call, type LoggedIn, logIn, tryCode } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { newKey, walletCall } from '../testing/key-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const address = () => `person${++people}@batch.example`
const basic = (secret = server.appSecret) => ({
  authorization: `Basic ${Buffer.from(`${server.appId}:${secret}`).toString('base64')}`,
})
const begin = async () =>
  (
    await call<{ import_id: string; encryption_public_key: string }>(server, '/api/v1/wallets/import/key', {
      headers: basic(),
    })
  ).body

type Item = {
  readonly owner: BatchOwner
  readonly key: ReturnType<typeof newKey>
  readonly plain?: Uint8Array
}
async function sendBatch(items: readonly Item[]) {
  const { import_id, encryption_public_key: recipient } = await begin()
  const wallets = await Promise.all(
    items.map(async ({ owner, key: { key, chain_type, address }, plain = key }) => ({
      owner,
      wallet: {
        ...{ chain_type, address, entropy_type: 'private-key', encryption_type: 'HPKE' },
        ...(await sealKey(recipient, plain)),
      },
    })),
  )
  const body = { import_id, wallets }
  const send = () =>
    call<{ wallets: BatchResult[]; code?: string }>(server, '/api/v1/wallets/import', {
      headers: basic(),
      body,
    })
  return { send, ...(await send()) }
}
const email = (subject: string): BatchOwner => ({ type: 'email', subject })
const waiting = (subject: string) =>
  server.ctx.db.select().from(pendingImports).where(eq(pendingImports.subject, subject))
const importedOf = ({ user }: Pick<LoggedIn, 'user'>) =>
  user.linked_accounts.filter(it => it.type === 'wallet' && 'imported' in it && it.imported)
const signsAs = async (who: LoggedIn, id: string) => {
  const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  const { data } = (await walletCall(server, who, `/${id}/rpc`, message)).body as {
    data: { signature: string }
  }
  return verifyMessage('hello', data.signature)
}

describe('a batch', () => {
  test('gives each user their key, in order, and goes on after one that is wrong', async () => {
    const who = await logIn(server, address())
    const [mine, later, wrong] = [newKey(), newKey(), newKey()]
    const { status, body } = await sendBatch([
      { owner: { user_id: who.user.id }, key: mine },
      { owner: { user_id: who.user.id }, key: wrong, plain: randomBytes(32) },
      { owner: { user_id: 'nobody' }, key: newKey() },
      { owner: { type: 'horse', subject: 'x' }, key: newKey() },
      { owner: email('no address'), key: newKey() },
      { owner: { type: 'email', subject: address().toUpperCase() }, key: later },
    ])
    expect(status).toBe(200)
    expect(body.wallets).toMatchObject([
      { ok: true, wallet: { address: mine.address, owner_id: who.user.id, wallet_index: null } },
      {
        ok: false,
        code: 'invalid_data',
        error: 'This key is of another address. Check the address and the key.',
      },
      { ok: false, code: 'user_does_not_exist' },
      { ok: false, code: 'invalid_data' },
      { ok: false, code: 'invalid_data' },
      { ok: true, wallet: { id: null, address: later.address, owner_id: null } },
    ])
    const [first] = body.wallets
    expect(await signsAs(who, first?.ok ? String(first.wallet.id) : '')).toBe(mine.address)
    const events = await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, who.user.id))
    expect(events.filter(({ type }) => type === 'wallet.imported')).toHaveLength(1)
  })

  test('is the app’s backend’s, used once, and of its own app', async () => {
    const key = newKey()
    const sent = await sendBatch([{ owner: email(address()), key }])
    expect((await sent.send()).status).toBe(409)
    for (const path of ['/key', ''])
      for (const headers of [{}, basic('wrong')])
        expect((await call(server, `/api/v1/wallets/import${path}`, { headers, body: {} })).status).toBe(401)
    const other = await server.registerApp({})
    const { import_id } = await begin()
    const authorization = `Basic ${Buffer.from(`${other.id}:${other.secret}`).toString('base64')}`
    const stolen = await call(server, '/api/v1/wallets/import', {
      headers: { authorization },
      body: { import_id, wallets: [{}] },
    })
    expect(stolen.status).toBe(409)
  })

  test('that is sent again is no error, and makes no wallet twice', async () => {
    const who = await logIn(server, address())
    const [mine, theirs] = [newKey(), newKey()]
    const subject = address()
    const items = [
      { owner: { user_id: who.user.id }, key: mine },
      { owner: email(subject), key: theirs },
    ]
    const first = await sendBatch(items)
    const again = await sendBatch(items)
    expect(again.body.wallets[0]).toEqual(first.body.wallets[0])
    expect(again.body.wallets[1]).toMatchObject({ ok: true })
    expect(await waiting(subject)).toHaveLength(1)
    const of = eq(importedWallets.userId, who.user.id)
    expect(await server.ctx.db.$count(importedWallets, of)).toBe(1)
  })
})

describe('a key of who has not logged in yet', () => {
  test('is theirs in the first answer, and no other wallet is made on login', async () => {
    const subject = address()
    const key = newKey()
    await sendBatch([{ owner: email(subject), key }])
    const who = await logIn(server, subject)
    const [wallet] = importedOf(who)
    expect(wallet).toMatchObject({ address: key.address, wallet_index: null })
    expect(await waiting(subject)).toEqual([])
    const id = wallet && 'id' in wallet ? String(wallet.id) : ''
    expect(await signsAs(who, id)).toBe(key.address)

    const automatic = createHash('sha256').update(`${who.user.id}-auto-eth`).digest('hex')
    const owner = { public_key: who.device.publicKey }
    const made = await walletCall(server, who, '', { chain_type: 'ethereum', owner }, { key: automatic })
    expect(made.body).toMatchObject({ id, address: key.address })
    expect(await server.ctx.db.$count(wallets, eq(wallets.userId, who.user.id))).toBe(0)
    // The second login finds nothing more.
    expect(importedOf(await logIn(server, subject))).toHaveLength(1)
  })

  test('is taken once by two logins at once', async () => {
    const subject = address()
    await sendBatch([
      { owner: email(subject), key: newKey() },
      { owner: email(subject), key: newKey() },
    ])
    const devices = [await createDevice(), await createDevice()]
    const codes: string[] = []
    for (const device of devices) codes.push(await askForCode(server, device, subject))
    const answers = await Promise.all(
      devices.map((device, index) => tryCode(server, device, { email: subject, code: codes[index] ?? '' })),
    )
    const both = answers.map(({ body }) => body)
    const last = await logIn(server, subject)
    expect(new Set(both.map(({ user }) => user.id)).size).toBe(1)
    expect(importedOf(last)).toHaveLength(2)
  })

  test('goes to no test account, whose code somebody wrote down', async () => {
    const subject = address()
    await sendBatch([{ owner: email(subject), key: newKey() }])
    await server.database.db
      .insert(testAccounts)
      .values({ id: subject, appId: server.appId, email: subject, otpCode: '111111' })
    const device = await createDevice()
    const dpop = await device.prove('POST', `${ORIGIN}/api/v1/passwordless/init`, { now: server.clock.now })
    await call(server, '/api/v1/passwordless/init', { body: { email: subject }, headers: { dpop } })
    const { status, body } = await tryCode(server, device, { email: subject, code: '111111' })
    expect(status).toBe(200)
    expect(importedOf(body)).toEqual([])
    expect(await waiting(subject)).toHaveLength(1)
  })

  test('waits for the next login where it cannot be given at this one', async () => {
    const subject = address()
    await sendBatch([{ owner: email(subject), key: newKey() }])
    const signer = { ...server.ctx.signer, claimKey: () => Promise.reject(new Error('gone')) }
    const app = server.second({ signer })
    const device = await createDevice()
    const code = await askForCode(server, device, subject)
    const { status, body } = await tryCode(server, device, { email: subject, code }, { app })
    expect([status, importedOf(body)]).toEqual([200, []])
    expect(importedOf(await logIn(server, subject))).toHaveLength(1)
  })
})

describe('the command', () => {
  let folder: string
  let listening: ReturnType<typeof serve>
  let url: string
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-keys-'))
    listening = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' })
    await once(listening, 'listening')
    url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  })
  afterEach(() => {
    listening.close()
    rmSync(folder, { recursive: true })
  })

  const tools = (changes: Partial<SecretTools> = {}): SecretTools => ({
    origin: ORIGIN,
    signer: async () => server.ctx.signer,
    readSecret: async () => `${server.appSecret}\n`,
    ...changes,
  })
  const run = (lines: readonly unknown[], with_ = tools()) => {
    const file = join(folder, 'keys.jsonl')
    writeFileSync(file, lines.map(it => (typeof it === 'string' ? it : JSON.stringify(it))).join('\n'))
    return runCommand(server.ctx.db, ['wallets', 'import', server.appId, file, '--url', url], with_)
  }
  const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

  test('brings hex, base58, the bytes of solana-keygen and words, and tells each address', async () => {
    const seed = randomBytes(32)
    const solana = Uint8Array.of(...seed, ...ed25519PublicKey(seed))
    const eth = newKey()
    const owner = () => email(address())
    const printed = await run([
      {
        owner: owner(),
        chain_type: 'ethereum',
        private_key: `0x${eth.key.toString('hex')}`,
        address: eth.address,
      },
      '',
      { owner: owner(), chain_type: 'solana', private_key: base58Text(solana) },
      { owner: owner(), chain_type: 'solana', private_key: [...solana] },
      { owner: owner(), chain_type: 'ethereum', mnemonic: PHRASE, index: 0 },
    ])
    const sol = base58Text(ed25519PublicKey(seed))
    expect(printed.split('\n').map(line => line.split('  ')[0])).toEqual([
      `line 1: ${eth.address}`,
      `line 3: ${sol}`,
      `line 4: ${sol}`,
      `line 5: ${HDNodeWallet.fromPhrase(PHRASE).address}`,
    ])
  })

  test('goes on after lines that are wrong, says which they are, fails, and never prints a key', async () => {
    const good = newKey()
    const hex = good.key.toString('hex')
    const owner = email(address())
    const failed = await run([
      'not json',
      { owner, chain_type: 'ethereum', private_key: hex, address: newKey().address },
      { owner, chain_type: 'ethereum', private_key: `${hex}00` },
      { owner, chain_type: 'ethereum', private_key: '00'.repeat(32) },
      { owner, chain_type: 'ethereum', mnemonic: PHRASE.replace('yellow', 'zoo') },
      { owner, chain_type: 'ethereum', mnemonic: PHRASE.replace('yellow', 'horsey') },
      { owner, chain_type: 'ethereum', mnemonic: PHRASE, private_key: hex },
      { owner: { user_id: 'nobody' }, chain_type: 'ethereum', private_key: hex },
      { owner, chain_type: 'ethereum', private_key: hex },
    ]).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(PartlyDone)
    const printed = (failed as Error).message
    expect(printed.split('\n')).toEqual([
      'line 1: the line is not as it should be.',
      expect.stringMatching(/^line 2: the key is of another address than 0x/),
      'line 3: private_key is not valid.',
      'line 4: the key is not valid.',
      'line 5: a word of mnemonic is wrong or in another place.',
      'line 6: mnemonic is not 12 to 24 words of the English list.',
      'line 7: write either private_key or mnemonic.',
      'line 8: There is no user with this id.',
      expect.stringContaining(`line 9: ${good.address}`),
    ])
    expect(printed).not.toContain(hex)
    expect(printed).not.toContain('horsey')
  })

  test('sends more than one batch, and none to a server that names a key of its own', async () => {
    const owner = email(address())
    const line = () => ({ owner, chain_type: 'ethereum', private_key: newKey().key.toString('hex') })
    const failed = await run(Array.from({ length: 101 }, line)).catch((error: unknown) => error)
    // The person has room for ten of a chain; the others are told one by one.
    const told = failed instanceof PartlyDone ? failed.message.split('\n') : []
    expect(told).toHaveLength(101)
    expect(told[100]).toContain('as many as this app allows')

    const other = await startTestServer()
    const before = await server.ctx.db.$count(pendingImports)
    const elsewhere = tools({ signer: async () => other.ctx.signer })
    await expect(run([line()], elsewhere)).rejects.toThrow('Nothing was sent')
    await other.stop()
    expect(await server.ctx.db.$count(pendingImports)).toBe(before)
    await expect(run([line()], tools({ readSecret: async () => 'wrong' }))).rejects.toThrow('app secret')
  })
})
