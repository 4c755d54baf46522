import { RECOVERY_TARGET, walletTarget } from '@vitrine/shared/api/step-up.ts'
import type { EmbeddedSet, ImportedSetWallet } from '@vitrine/shared/wallet/embedded.ts'
import { AUTOMATIC, createTestSet, envelope } from '@vitrine/shared/wallet/testing/test-set.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { later, stepUp, tokenIn, toldAt, undo } from '../account-changes/testing/steps.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { accountChanges } from '../database/change-tables.ts'
import { type Connection, connectDatabase } from '../database/connect.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { accounts, embeddedSets, embeddedWallets } from '../database/schema.ts'
import { breakAt, type Fault } from '../testing/break-at.ts'
import { callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { setWalletConfig } from './testing/set-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setWalletConfig(server)
})
afterAll(() => server.stop())

type Answer = { readonly code?: string; readonly set?: EmbeddedSet; readonly error?: string }
const post = (who: LoggedIn, path: string, body: object, app = server.app) =>
  callAs<Answer>(server, who, `/api/v1/embedded_wallets${path}`, { body, app })
let people = 0
async function person() {
  const email = `person${++people}@keys.example`
  const who = await logIn(server, email)
  const set = createTestSet({ appId: server.appId, userId: who.user.id })
  const key = (chain: 'ethereum' | 'solana' = 'ethereum', by?: typeof OTHER): ImportedSetWallet => {
    const { wallet_index: _, ...signed } = set.wallet(0, chain, by)
    return { ...signed, envelope: envelope() }
  }
  const adding = (wallet: ImportedSetWallet) => set.proven('add-imported', { set_id: set.setId, wallet })
  const registration = (wallets: object[], imported?: ImportedSetWallet[]) =>
    set.proven('register', {
      ...{ set_id: set.setId, sharing: set.sharing(), recovery: AUTOMATIC(), wallets },
      ...(imported && { imported }),
    })
  const add = (wallet: ImportedSetWallet, more: object = { from_account: true }) =>
    post(who, '/imported', { ...adding(wallet), ...more })
  return { email, who, set, key, adding, registration, add }
}
const OTHER = { appId: 'app_x', userId: 'user_x' }
async function withSet() {
  const it = await person()
  expect((await post(it.who, '', it.registration([it.set.wallet()]))).status).toBe(200)
  return it
}
const rows = ({ user }: LoggedIn) =>
  server.ctx.db.select().from(importedWallets).where(eq(importedWallets.userId, user.id))
const required = { status: 403, body: { code: 'step_up_required' } }
const FIVE_MINUTES = 5 * 60_000

describe('a key that is brought to a device', () => {
  test('is in the set and among the person’s wallets, with its ciphertext, and told of', async () => {
    const { email, who, key, add } = await withSet()
    const wallet = key('solana')
    const { status, body } = await add(wallet)
    const { signature: _, ...told } = wallet
    expect([status, body.set?.imported]).toMatchObject([200, [told]])
    const me = await callAs<{ user: LoggedIn['user'] }>(server, who, '/api/v1/users/me', { method: 'GET' })
    expect(me.body.user.linked_accounts.at(-1)).toMatchObject({
      ...{ id: null, address: wallet.address, imported: true, wallet_index: null, recovery_method: 'privy' },
    })
    const [notice] = await toldAt(server, email)
    expect(notice).toMatchObject({ subject: 'A wallet was imported into your account at Shop' })
    // The recovery of the set is found by it too.
    expect((await post(who, `/${wallet.address}/recovery/key_material`, {})).status).toBe(200)

    expect((await undo(server, tokenIn(notice))).outcome).toBe('done')
    expect(await rows(who)).toEqual([])
    expect(await server.ctx.db.$count(embeddedWallets, eq(embeddedWallets.userId, who.user.id))).toBe(1)
  })

  test('takes a proof for its import, or a login just now and the account screen', async () => {
    const { who, key, add } = await withSet()
    const wallet = key()
    expect(await add(wallet, {})).toMatchObject(required)
    expect(await later(server, FIVE_MINUTES, () => add(wallet))).toMatchObject(required)
    for (const change of [
      { purpose: 'import', target: walletTarget('ethereum', key().address) },
      { purpose: 'recovery', target: RECOVERY_TARGET },
    ])
      expect(await add(wallet, { step_up: await stepUp(server, who, change) })).toMatchObject(required)
    const target = walletTarget('ethereum', wallet.address)
    const step_up = await stepUp(server, who, { purpose: 'import', target })
    const answers = await Promise.all([add(wallet, { step_up }), add(wallet, { step_up })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await rows(who)).toHaveLength(1)
  })

  test('again is no error; of an address that is there already it is', async () => {
    const { who, set, key, add } = await withSet()
    const wallet = key()
    for (let i = 0; i < 2; i++) expect((await add(wallet)).status).toBe(200)
    expect(await rows(who)).toHaveLength(1)
    const changes = await server.ctx.db
      .select()
      .from(accountChanges)
      .where(eq(accountChanges.userId, who.user.id))
    expect(changes.map(({ kind }) => kind)).toEqual(['import'])
    const made = set.wallet(1)
    const addMade = set.proven('add-wallet', { set_id: set.setId, wallet: made })
    expect((await post(who, '/wallets', addMade)).status).toBe(200)
    const { wallet_index: _, ...signed } = made
    const exists = { status: 409, body: { code: 'embedded_wallet_already_exists' } }
    expect(await add({ ...signed, envelope: envelope() })).toMatchObject(exists)
    const linked = key()
    await server.ctx.db.insert(accounts).values({
      ...{ id: `linked-${people}`, appId: server.appId, userId: who.user.id, type: 'wallet', seal: '' },
      subject: `ethereum:${linked.address.toLowerCase()}`,
    })
    expect(await add(linked)).toMatchObject(exists)
  })

  test('is vouched for by the set’s key and by its own, for this user', async () => {
    const { who, key, adding } = await withSet()
    const wallet = key()
    const foreign = key('ethereum', OTHER)
    const invalid = { status: 422, body: { code: 'invalid_credentials' } }
    for (const body of [
      { ...adding(wallet), wallet: key() },
      { ...adding(wallet), wallet: { ...wallet, envelope: envelope() } },
      adding(foreign),
    ])
      expect(await post(who, '/imported', { ...body, from_account: true })).toMatchObject(invalid)
    const other = await withSet()
    const theirs = { ...other.adding(other.key()), from_account: true }
    expect((await post(who, '/imported', theirs)).status).toBe(422)
    expect(await rows(who)).toEqual([])
  })

  test('is not where the server holds the keys', async () => {
    const { key, add } = await withSet()
    await setWalletConfig(server, { mode: 'user-controlled-server-wallets-only' })
    expect(await add(key())).toMatchObject({ status: 422, body: { code: 'not_supported' } })
    await setWalletConfig(server)
  })
})

describe('a set that is registered', () => {
  test('with a key alone takes the proof that a key takes; with a wallet alone none', async () => {
    const { who, key, registration } = await person()
    const wallet = key()
    const body = registration([], [wallet])
    expect(await post(who, '', body)).toMatchObject(required)
    expect(await rows(who)).toEqual([])
    const target = walletTarget('ethereum', wallet.address)
    const step_up = await stepUp(server, who, { purpose: 'import', target })
    const { status, body: answer } = await post(who, '', { ...body, step_up })
    expect([status, answer.set]).toMatchObject([
      200,
      { wallets: [], imported: [{ address: wallet.address }] },
    ])
    // Who lost the answer gets the set.
    expect((await post(who, '', { ...body, step_up })).status).toBe(200)
  })

  test('has a wallet, or one key that is vouched for', async () => {
    const { who, key, registration } = await person()
    for (const [imported, code] of [
      [undefined, 'invalid_data'],
      [[key(), key()], 'invalid_data'],
      [[key('ethereum', OTHER)], 'invalid_credentials'],
    ] as const) {
      const body = { ...registration([], imported && [...imported]), from_account: true }
      expect((await post(who, '', body)).body.code).toBe(code)
    }
    expect(await server.ctx.db.$count(embeddedSets, eq(embeddedSets.userId, who.user.id))).toBe(0)
  })

  test('elsewhere meanwhile takes no key in, and uses no proof up', async () => {
    const { who, key, registration, set, add } = await person()
    expect((await post(who, '', registration([set.wallet()]))).status).toBe(200)
    const wallet = key()
    const target = walletTarget('ethereum', wallet.address)
    const step_up = await stepUp(server, who, { purpose: 'import', target })
    const late = await post(who, '', { ...registration([], [wallet]), step_up })
    expect([late.status, late.body.set?.imported]).toEqual([200, []])
    expect((await add(wallet, { step_up })).status).toBe(200)
  })
})

describe('a key that a device shows', () => {
  const show = (who: LoggedIn, address: string, more: object, secret = 'private-key') =>
    post(who, `/${address}/export`, { secret, ...more })
  const proof = async (who: LoggedIn, address: string, chain: 'ethereum' | 'solana' = 'ethereum') => ({
    step_up: await stepUp(server, who, { purpose: 'export', target: walletTarget(chain, address) }),
  })

  test('takes a proof for it always, is written down, and told', async () => {
    const { email, who, key, add } = await withSet()
    const brought = key('solana')
    await add(brought)
    const [made] = await server.ctx.db
      .select()
      .from(embeddedWallets)
      .where(eq(embeddedWallets.userId, who.user.id))
    const address = made?.address ?? ''
    for (const more of [{}, { from_account: true }, await proof(who, brought.address, 'solana')])
      expect(await show(who, address, more)).toMatchObject(required)
    const given = await proof(who, address)
    expect(await show(who, address, given)).toMatchObject({ status: 200, body: {} })
    expect(await show(who, address, given)).toMatchObject(required)
    expect((await show(who, brought.address, await proof(who, brought.address, 'solana'))).status).toBe(200)
    const events = await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, who.user.id))
    expect(events.filter(({ type }) => type === 'wallet.exported').map(({ data }) => data)).toEqual([
      { chain_type: 'ethereum', address, secret: 'private-key' },
      { chain_type: 'solana', address: brought.address, secret: 'private-key' },
    ])
    const exported = await server.ctx.db
      .select({ made: embeddedWallets.exportedAt })
      .from(embeddedWallets)
      .where(eq(embeddedWallets.userId, who.user.id))
    expect([exported[0]?.made, (await rows(who))[0]?.exportedAt].every(at => at !== null)).toBe(true)
    const [told] = await toldAt(server, email)
    expect(told).toBeDefined()
    await vi.waitFor(() =>
      expect(
        server.notices.filter(({ to }) => to === email).map(it => 'subject' in it && it.subject),
      ).toContain('A wallet’s key was shown in your account at Shop'),
    )
  })

  test('has words where it was made here, and none where it was brought or is another’s', async () => {
    const { who, key, add } = await withSet()
    const brought = key()
    await add(brought)
    const refused = await show(who, brought.address, await proof(who, brought.address), 'seed-phrase')
    expect(refused).toMatchObject({ status: 422, body: { code: 'unsupported_wallet_type' } })
    const other = await withSet()
    const notFound = { status: 404, body: { code: 'embedded_wallet_not_found' } }
    const step = await proof(other.who, brought.address)
    expect(await show(other.who, brought.address, step)).toMatchObject(notFound)
  })
})

describe('the API process that dies', () => {
  let connection: Connection
  let fault: Fault
  beforeAll(() => {
    connection = connectDatabase(server.database.url)
    fault = breakAt(connection.db.$client)
  })
  afterAll(() => connection.close())

  test.each(['before', 'after'] as const)(
    '%s any statement of an import leaves a whole set with the key, or nothing',
    async when => {
      const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const app = server.second({ db: connection.db })
      const outcomes = new Set<string>()
      for (let step = 1; ; step++) {
        const { who, key, registration } = await person()
        const body = { ...registration([], [key()]), from_account: true }
        fault.arm(step, when)
        const { status } = await post(who, '', body, app)
        const isOver = !fault.disarm()
        const sets = await server.ctx.db.$count(embeddedSets, eq(embeddedSets.userId, who.user.id))
        const keys = (await rows(who)).length
        const told = await server.ctx.db.$count(accountChanges, eq(accountChanges.userId, who.user.id))
        outcomes.add(`${sets}${keys}${told}`)
        if (isOver) {
          expect([status, sets, keys, step > 10]).toEqual([200, 1, 1, true])
          break
        }
        expect((await post(who, '', body)).status).toBe(200)
        expect(await rows(who)).toHaveLength(1)
      }
      log.mockRestore()
      expect([...outcomes].sort()).toEqual(['000', '111'])
    },
    60_000,
  )
})
