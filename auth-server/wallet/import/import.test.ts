import { eq } from 'drizzle-orm'
import { verifyMessage } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configure, later, tokenIn, toldAt, undo } from '../../account-changes/testing/steps.ts'
import { auditEvents } from '../../database/audit-tables.ts'
import { begunImports, importedWallets } from '../../database/imported-tables.ts'
import { accounts } from '../../database/schema.ts'
import { sweepExpired } from '../../database/sweep.ts'
import { callAs, type LoggedIn, logIn } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import {
  beginImport,
  bring,
  newKey,
  proofFor,
  submission,
  submit,
  takeOut,
  walletCall,
} from '../testing/key-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const person = async () => {
  const email = `person${++people}@import.example`
  return { email, ...(await logIn(server, email)) }
}
const rows = ({ user }: LoggedIn) =>
  server.ctx.db.select().from(importedWallets).where(eq(importedWallets.userId, user.id))
const eventsOf = ({ user }: LoggedIn) =>
  server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, user.id))
const required = { status: 403, body: { code: 'step_up_required' } }
const FIVE_MINUTES = 5 * 60_000

test('a key that is brought is a wallet like others, but for its index, and signs', async () => {
  const who = await person()
  const key = newKey()
  const body = { ...(await submission(server, who, key)), from_account: true }
  const { status, body: wallet } = await submit(server, who, body)
  expect([status, wallet]).toMatchObject([
    200,
    {
      ...{ address: key.address, chain_type: 'ethereum', wallet_index: null, owner_id: who.user.id },
      ...{ additional_signers: [], exported_at: null, imported_at: expect.any(Number) },
    },
  ])
  const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  const signed = await walletCall(server, who, `/${wallet.id}/rpc`, message)
  const { signature } = signed.body.data as { signature: string }
  expect(verifyMessage('hello', signature)).toBe(key.address)

  const me = await callAs<{ user: LoggedIn['user'] }>(server, who, '/api/v1/users/me', { method: 'GET' })
  expect(me.body.user.linked_accounts).toContainEqual(
    expect.objectContaining({
      ...{ type: 'wallet', id: wallet.id, address: key.address, imported: true, wallet_index: null },
      ...{ connector_type: 'embedded', recovery_method: 'privy-v2' },
    }),
  )
  expect(await eventsOf(who)).toContainEqual(
    expect.objectContaining({
      type: 'wallet.imported',
      data: { chain_type: 'ethereum', address: key.address },
    }),
  )
  const [told] = await toldAt(server, who.email)
  expect(told).toMatchObject({ subject: 'A wallet was imported into your account at Shop' })
})

describe('the door', () => {
  test('asks who has just logged in for nothing on the account screen, and else for a proof of this wallet’s import', async () => {
    const who = await person()
    const key = newKey()
    const other = newKey()
    const send = async (more: object, of = key) =>
      submit(server, who, { ...(await submission(server, who, of)), ...more })
    expect(await send({})).toMatchObject(required)
    expect(await later(server, FIVE_MINUTES, () => send({ from_account: true }))).toMatchObject(required)
    const elsewhere = await proofFor(server, who, 'import', other)
    expect(await send({ step_up: elsewhere })).toMatchObject(required)
    const toExport = await proofFor(server, who, 'export', key)
    expect(await send({ step_up: toExport })).toMatchObject(required)
    expect(await rows(who)).toEqual([])
    const step_up = await proofFor(server, who, 'import', key)
    expect((await send({ step_up })).status).toBe(200)
    // One proof is one import, also of a wallet that is gone since.
    await server.ctx.db.delete(importedWallets).where(eq(importedWallets.userId, who.user.id))
    expect(await send({ step_up })).toMatchObject(required)
    expect((await send({ step_up }, other)).status).toBe(403)
  })

  test('takes a login just now of who has nothing that could be proven again', async () => {
    const who = await person()
    await server.ctx.db.update(accounts).set({ type: 'guest' }).where(eq(accounts.userId, who.user.id))
    const send = async () => submit(server, who, await submission(server, who, newKey()))
    const stale = await later(server, FIVE_MINUTES, send)
    expect(stale).toMatchObject(required)
    expect(stale.body.error).toContain('log in again')
    const ways = { body: { purpose: 'import' } }
    expect(
      await later(server, FIVE_MINUTES, () => callAs(server, who, '/api/v1/step_up/ways', ways)),
    ).toMatchObject(required)
    expect((await send()).status).toBe(200)
  })
})

describe('an import that was begun', () => {
  test('is used once, whatever comes of it, and within ten minutes', async () => {
    const who = await person()
    const key = newKey()
    const over = { status: 409, body: { code: 'resource_conflict' } }
    const body = { ...(await submission(server, who, key, newKey().key)), from_account: true }
    expect(await submit(server, who, body)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect(await submit(server, who, body)).toMatchObject(over)
    const good = { ...(await submission(server, who, key)), from_account: true }
    const answers = await Promise.all([submit(server, who, good), submit(server, who, good)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = newKey()
    const slow = { ...(await submission(server, who, late)), from_account: true }
    const [row] = await server.ctx.db
      .select()
      .from(begunImports)
      .where(eq(begunImports.address, late.address))
    expect(row?.expiresAt.getTime()).toBe(server.clock.now + 10 * 60_000)
    await server.ctx.db
      .update(begunImports)
      .set({ expiresAt: new Date(server.clock.now) })
      .where(eq(begunImports.address, late.address))
    expect(await submit(server, who, slow)).toMatchObject(over)
  })

  test('is the user’s who began it, on that device', async () => {
    const who = await person()
    const key = newKey()
    const body = { ...(await submission(server, who, key)), from_account: true }
    expect((await submit(server, await person(), body)).status).toBe(409)
    expect((await submit(server, await logIn(server, who.email), body)).status).toBe(409)
    expect((await submit(server, who, body)).status).toBe(200)
  })

  test('and forgotten is swept', async () => {
    const who = await person()
    const key = newKey()
    await beginImport(server, who, key)
    const isIt = eq(begunImports.address, key.address)
    await server.ctx.db
      .update(begunImports)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(isIt)
    await sweepExpired(server.ctx.db)
    expect(await server.ctx.db.select().from(begunImports).where(isIt)).toEqual([])
  })
})

test('the same call again gets the same answer, without another proof; another wallet needs another key', async () => {
  const who = await person()
  const key = newKey()
  const step_up = await proofFor(server, who, 'import', key)
  const body = { ...(await submission(server, who, key)), step_up }
  const call = { key: 'an-import-that-is-sent-twice' }
  const first = await submit(server, who, body, call)
  expect(await submit(server, who, body, call)).toMatchObject({ status: 200, body: first.body })
  expect(await rows(who)).toHaveLength(1)
  const other = await submit(server, who, { ...body, from_account: true }, call)
  expect(other).toMatchObject({ status: 409, body: { code: 'resource_conflict' } })
})

test('an address that the user has already is refused: brought before, made here, or linked', async () => {
  const who = await person()
  const exists = {
    status: 409,
    body: { code: 'embedded_wallet_already_exists', error: 'You have this wallet already.' },
  }
  const again = async (key: ReturnType<typeof newKey>, as = key.address) =>
    submit(server, who, {
      ...(await submission(server, who, { ...key, address: as })),
      from_account: true,
    })
  const brought = await bring(server, who)
  expect(await again(brought)).toMatchObject(exists)
  expect(await again(brought, brought.address.toLowerCase())).toMatchObject(exists)

  const owner = { public_key: who.device.publicKey }
  const made = await walletCall(server, who, '', { chain_type: 'ethereum', owner })
  const step_up = await proofFor(server, who, 'export', {
    chain_type: 'ethereum',
    address: String(made.body.address),
  })
  const { key } = await takeOut(server, who, String(made.body.id), { step_up })
  if (!key) throw new Error('not shown')
  expect(
    await again({ ...newKey(), key: Buffer.from(key), address: String(made.body.address) }),
  ).toMatchObject(exists)

  const linked = newKey()
  await server.ctx.db.insert(accounts).values({
    ...{ id: `linked-${people}`, appId: server.appId, userId: who.user.id, type: 'wallet', seal: '' },
    subject: `ethereum:${linked.address.toLowerCase()}`,
  })
  expect(await again(linked)).toMatchObject(exists)
  // Somebody else who has the key may bring it too.
  expect((await bring(server, await person(), brought)).answer.status).toBe(200)
})

test('as many keys of a chain are brought as there may be wallets of it, beside those that are made', async () => {
  const who = await person()
  await configure(server, {
    embedded_wallet_config: { mode: 'user-controlled-server-wallets-only', max_wallets_per_chain_type: 1 },
  })
  await bring(server, who)
  const owner = { public_key: who.device.publicKey }
  expect((await walletCall(server, who, '', { chain_type: 'ethereum', owner })).body).toMatchObject({
    wallet_index: 0,
  })
  const one = { ...(await submission(server, who, newKey())), from_account: true }
  expect(await submit(server, who, one)).toMatchObject({ status: 403, body: { code: 'policy_violation' } })
})

test('where wallets are on devices, no key is brought here', async () => {
  const who = await person()
  await configure(server, { embedded_wallet_config: { mode: 'legacy-embedded-wallets-only' } })
  const answer = await beginImport(server, who, newKey())
  expect(answer).toMatchObject({ status: 422, body: { code: 'not_supported' } })
  await configure(server, { embedded_wallet_config: { mode: 'user-controlled-server-wallets-only' } })
})

test('“This wasn’t me” takes the wallet away again, and logs everybody out', async () => {
  const who = await person()
  const { id } = await bring(server, who)
  const [told] = await toldAt(server, who.email)
  expect((await undo(server, tokenIn(told))).outcome).toBe('done')
  expect(await rows(who)).toEqual([])
  expect((await callAs(server, who, '/api/v1/users/me', { method: 'GET' })).status).toBe(401)
  const back = await logIn(server, who.email)
  const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  expect((await walletCall(server, back, `/${id}/rpc`, message)).body.code).toMatch(
    /policy_violation|embedded_wallet_not_found/,
  )
})
