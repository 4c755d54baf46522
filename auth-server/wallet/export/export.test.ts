import { base58Text } from '@vitrine/shared/encoding.ts'
import { eq } from 'drizzle-orm'
import { HDNodeWallet, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later, tokenIn, toldAt, undo } from '../../account-changes/testing/steps.ts'
import { auditEvents } from '../../database/audit-tables.ts'
import { accountChanges, stepUps } from '../../database/change-tables.ts'
import { importedWallets } from '../../database/imported-tables.ts'
import { accounts, sessions, wallets } from '../../database/schema.ts'
import { callAs, type LoggedIn, logIn } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { bring, newKey, proofFor, takeOut, walletCall } from '../testing/key-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
async function withWallet(chain_type: 'ethereum' | 'solana' = 'ethereum') {
  const email = `person${++people}@export.example`
  const who = await logIn(server, email)
  const owner = { public_key: who.device.publicKey }
  const { body } = await walletCall(server, who, '', { chain_type, owner })
  return { email, who, wallet: { chain_type, id: String(body.id), address: String(body.address) } }
}
const proven = async (who: LoggedIn, wallet: Parameters<typeof proofFor>[3]) => ({
  step_up: await proofFor(server, who, 'export', wallet),
})
const changesOf = ({ user }: LoggedIn) =>
  server.ctx.db.select().from(accountChanges).where(eq(accountChanges.userId, user.id))
const required = { status: 403, answer: { code: 'step_up_required' }, key: null }
const FIVE_MINUTES = 5 * 60_000
const walletOf = (key: Uint8Array | null) => new Wallet(`0x${Buffer.from(key ?? []).toString('hex')}`)

test('a key is shown to its person, written down, and told to every address', async () => {
  const { email, who, wallet } = await withWallet()
  const { status, key } = await takeOut(server, who, wallet.id, await proven(who, wallet))
  expect([status, walletOf(key).address]).toEqual([200, wallet.address])
  const [row] = await server.ctx.db.select().from(wallets).where(eq(wallets.id, wallet.id))
  expect(row?.exportedAt).not.toBeNull()
  const events = await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, who.user.id))
  const { chain_type, address } = wallet
  expect(events.find(({ type }) => type === 'wallet.exported')?.data).toEqual({
    ...{ chain_type, address },
    secret: 'private-key',
  })
  const [told] = await toldAt(server, email)
  expect(told).toMatchObject({ subject: 'A wallet’s key was shown in your account at Shop' })
  // What was seen stays seen; nobody signs, and everybody is logged out.
  expect((await undo(server, tokenIn(told))).outcome).toBe('done')
  expect(await server.ctx.db.$count(wallets, eq(wallets.id, wallet.id))).toBe(1)
  expect((await callAs(server, who, '/api/v1/users/me', { method: 'GET' })).status).toBe(401)
})

test('of Solana with its public key, and the words of all that was made here', async () => {
  const { who, wallet } = await withWallet('solana')
  const { key } = await takeOut(server, who, wallet.id, await proven(who, wallet))
  expect([key?.length, base58Text(key?.subarray(32) ?? new Uint8Array())]).toEqual([64, wallet.address])
  const owner = { public_key: who.device.publicKey }
  const { body } = await walletCall(server, who, '', { chain_type: 'ethereum', owner })
  const words = { ...(await proven(who, wallet)), export_seed_phrase: true }
  const { key: phrase } = await takeOut(server, who, wallet.id, words)
  expect(HDNodeWallet.fromPhrase(Buffer.from(phrase ?? []).toString()).address).toBe(body.address)
  const rows = await server.ctx.db.select().from(wallets).where(eq(wallets.userId, who.user.id))
  expect(rows.map(({ exportedAt }) => exportedAt !== null)).toEqual([true, true])
})

test('a key that was brought comes out as it came in, and has no words', async () => {
  const { who } = await withWallet()
  const brought = await bring(server, who)
  const { key } = await takeOut(server, who, brought.id, await proven(who, brought))
  expect(Buffer.from(key ?? [])).toEqual(brought.key)
  const [row] = await server.ctx.db.select().from(importedWallets).where(eq(importedWallets.id, brought.id))
  expect(row?.exportedAt).not.toBeNull()
  const words = { ...(await proven(who, brought)), export_seed_phrase: true }
  expect(await takeOut(server, who, brought.id, words)).toMatchObject({
    status: 422,
    answer: { code: 'unsupported_wallet_type' },
    key: null,
  })
})

describe('the door', () => {
  test('asks for a proof of this wallet’s export always: no login just now, and no other proof, is one', async () => {
    const { who, wallet } = await withWallet()
    const brought = await bring(server, who)
    for (const more of [
      {},
      { from_account: true },
      { step_up: await proofFor(server, who, 'import', wallet) },
      { step_up: await proofFor(server, who, 'export', brought) },
    ])
      expect(await takeOut(server, who, wallet.id, more)).toMatchObject(required)
    const ways = { body: { purpose: 'export', from_account: true } }
    expect((await callAs(server, who, '/api/v1/step_up/ways', ways)).body).toMatchObject({
      is_required: true,
    })
    expect((await changesOf(who)).map(({ kind }) => kind)).toEqual(['import'])
  })

  test('is passed once with one proof, also by two at once', async () => {
    const { who, wallet } = await withWallet()
    const proof = await proven(who, wallet)
    const answers = await Promise.all([0, 1].map(() => takeOut(server, who, wallet.id, proof)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await takeOut(server, who, wallet.id, proof)).toMatchObject(required)
  })

  test('takes a login just now of who has nothing that could be proven again, and of nobody else', async () => {
    const { who, wallet } = await withWallet()
    await server.ctx.db.update(accounts).set({ type: 'guest' }).where(eq(accounts.userId, who.user.id))
    const stale = await later(server, FIVE_MINUTES, () => takeOut(server, who, wallet.id))
    expect(stale).toMatchObject(required)
    expect(stale.answer.error).toContain('log in again')
    expect((await takeOut(server, who, wallet.id)).status).toBe(200)
  })

  test('is the signer’s too: it believes no session that is young in the database alone', async () => {
    const { who, wallet } = await withWallet()
    await server.ctx.db.update(accounts).set({ type: 'guest' }).where(eq(accounts.userId, who.user.id))
    const [session] = await server.ctx.db.select().from(sessions).where(eq(sessions.userId, who.user.id))
    const set = (presence: { at: number; seal: string } | null) =>
      server.ctx.db.update(sessions).set({ presence }).where(eq(sessions.userId, who.user.id))
    const { at, seal } = session?.presence ?? expect.fail('no word of the signer')
    for (const presence of [{ at: at + 1, seal }, { at, seal: seal.slice(1) + seal.slice(0, 1) }, null]) {
      await set(presence)
      expect(await takeOut(server, who, wallet.id)).toMatchObject(required)
    }
    await set({ at, seal })
    expect((await takeOut(server, who, wallet.id)).status).toBe(200)
  })

  test('and no proof that somebody wrote into the database is one', async () => {
    const { who, wallet } = await withWallet()
    const proof = await proven(who, wallet)
    await server.ctx.db
      .update(stepUps)
      .set({ presence: { at: Date.now(), seal: 'A'.repeat(43) } })
      .where(eq(stepUps.userId, who.user.id))
    expect(await takeOut(server, who, wallet.id, proof)).toMatchObject(required)
  })
})

test('a stolen token, without the device’s key, and another person get nothing', async () => {
  const { who, wallet } = await withWallet()
  const proof = await proven(who, wallet)
  const thief = await logIn(server, `thief${people}@export.example`)
  const withToken = { ...thief, token: who.token }
  expect((await takeOut(server, withToken, wallet.id, proof)).status).toBe(401)
  expect(await takeOut(server, thief, wallet.id, proof)).toMatchObject({
    status: 404,
    answer: { code: 'embedded_wallet_not_found' },
  })
  expect((await takeOut(server, who, 'wallet_\0', proof)).status).toBe(404)
  expect((await takeOut(server, who, wallet.id, proof)).status).toBe(200)
})

test('an address of another wallet of the person’s needs its own proof', async () => {
  const { who, wallet } = await withWallet()
  const other = await bring(server, who, newKey())
  const proof = await proven(who, wallet)
  expect(await takeOut(server, who, other.id, proof)).toMatchObject(required)
})
