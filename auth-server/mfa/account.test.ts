import { randomUUID } from 'node:crypto'
import { MFA_TOKEN_HEADER } from '@vitrine/shared/api/headers.ts'
import type { ImportedSetWallet } from '@vitrine/shared/wallet/embedded.ts'
import { AUTOMATIC, createTestSet, envelope, PASSCODE } from '@vitrine/shared/wallet/testing/test-set.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  configure,
  isAlive,
  linkEmail,
  linkPhone,
  logInBySms,
  stepUp,
  tokenIn,
  toldAt,
  undo,
} from '../account-changes/testing/steps.ts'
import { mfaFactors } from '../database/mfa-tables.ts'
import { accounts, devices, users } from '../database/schema.ts'
import { callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { enrollTotp, proofForMfa, signedAs } from './testing/mfa-calls.ts'

let server: TestServer
let me: LoggedIn
let address: string
let people = 0
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, {
    sms_auth: true,
    mfa_methods: ['totp'],
    embedded_wallet_config: {
      mode: 'legacy-embedded-wallets-only',
      user_owned_recovery_options: ['user-passcode'],
    },
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  address = `${randomUUID()}@steps.example`
  me = await logIn(server, address)
})

const factorsOf = async ({ user }: LoggedIn) =>
  (await server.ctx.db.select().from(mfaFactors).where(eq(mfaFactors.userId, user.id)))[0]?.factors.list.map(
    ({ type }) => type,
  )

describe('“This wasn’t me” about a second step', () => {
  test('logs out every device and holds signing, and takes no second step away: a mailbox is one factor', async () => {
    await enrollTotp(server, me)
    const [told] = await toldAt(server, address)
    expect((await undo(server, tokenIn(told))).outcome).toBe('kept')
    expect([await isAlive(server, me), await factorsOf(me)]).toEqual([false, ['totp']])
    const known = await server.ctx.db.select().from(devices).where(eq(devices.userId, me.user.id))
    expect(known.map(({ heldFor }) => heldFor)).toEqual(['alarm'])
  })

  test('that was removed brings none back', async () => {
    const { token } = await enrollTotp(server, me)
    const proof = { step_up: await proofForMfa(server, me) }
    expect((await signedAs(server, me, '/mfa/totp/unenroll', proof, { token })).status).toBe(200)
    const [told] = await toldAt(server, address)
    expect((await undo(server, tokenIn(told))).outcome).toBe('kept')
    expect(await factorsOf(me)).toEqual([])
  })

  test('of before takes back the ways in that came with it, and leaves the second step', async () => {
    const number = `+1212555${String(300 + people++).padStart(4, '0')}`
    expect((await linkPhone(server, me, number)).status).toBe(200)
    const [linked] = await toldAt(server, address)
    await enrollTotp(server, me)
    expect((await undo(server, tokenIn(linked))).outcome).toBe('kept')
    expect(await factorsOf(me)).toEqual(['totp'])
    expect(await server.ctx.db.$count(accounts, eq(accounts.subject, number))).toBe(0)
  })
})

test('an account with a second step is taken in by no other, until that is removed there', async () => {
  const { token } = await enrollTotp(server, me)
  const other = await logInBySms(server, `+1212555${String(300 + people++).padStart(4, '0')}`)
  const link = () => linkEmail(server, other, address, { from_account: true })
  expect(await link()).toMatchObject({
    status: 409,
    body: { code: 'linked_to_another_user', error: expect.stringContaining('has a second step') },
  })
  const proof = { step_up: await proofForMfa(server, me) }
  expect((await signedAs(server, me, '/mfa/totp/unenroll', proof, { token })).status).toBe(200)
  expect(await link()).toMatchObject({ body: { code: 'account_transfer_required' } })
  const [row] = await server.ctx.db.select().from(users).where(eq(users.id, me.user.id))
  expect(row?.mergedInto).toBeNull()
})

describe('on the device', () => {
  const post = (path: string, body: object, token?: string) =>
    callAs<{ readonly code?: string }>(server, me, `/api/v1/embedded_wallets${path}`, {
      body,
      ...(token !== undefined && { headers: { [MFA_TOKEN_HEADER]: token } }),
    })

  /** A set of the person's with one wallet, and another key to bring. */
  function newSet() {
    const set = createTestSet({ appId: server.appId, userId: me.user.id })
    const wallet = set.wallet()
    const { wallet_index: _, ...signed } = set.wallet(0, 'solana')
    const key: ImportedSetWallet = { ...signed, envelope: envelope() }
    const first = { set_id: set.setId, sharing: set.sharing(), recovery: AUTOMATIC(), wallets: [wallet] }
    return { set, wallet, key, first }
  }
  const CALLS = {
    'a key that is brought': ({ set, key }: ReturnType<typeof newSet>) => ({
      ...{ path: '/imported', purpose: 'import', target: `solana:${key.address}` },
      body: set.proven('add-imported', { set_id: set.setId, wallet: key }),
    }),
    'the leave to show a key': ({ wallet }: ReturnType<typeof newSet>) => ({
      ...{ path: `/${wallet.address}/export`, purpose: 'export' },
      ...{ target: `ethereum:${wallet.address}`, body: { secret: 'private-key' } },
    }),
    'a change of the recovery': ({ set, first, wallet }: ReturnType<typeof newSet>) => ({
      ...{ path: `/${wallet.address}/recovery`, purpose: 'recovery', target: 'recovery:' },
      body: set.proven('change-recovery', {
        ...{ set_id: set.setId, replaces: first.sharing.id, sharing: set.sharing(), recovery: PASSCODE() },
        retires: first.sharing.id,
      }),
    }),
  } as const

  test.each(Object.entries(CALLS))('%s takes a proof of a second step', async (_, callOf) => {
    const all = newSet()
    expect((await post('', all.set.proven('register', all.first))).status).toBe(200)
    const { token } = await enrollTotp(server, me)
    const { path, body, purpose, target } = callOf(all)
    const step_up = await stepUp(server, me, { purpose, target })
    const needed = { status: 403, body: { code: 'missing_or_invalid_mfa' } }
    expect(await post(path, { ...body, step_up })).toMatchObject(needed)
    const forged = token.replace(/[\w-]{43}$/, 'A'.repeat(43))
    expect(await post(path, { ...body, step_up }, forged)).toMatchObject(needed)
    // Nothing was used up by the refusals.
    expect(await post(path, { ...body, step_up }, token)).toMatchObject({ status: 200 })
  })

  test('a set that is registered with a key takes one too', async () => {
    const { token } = await enrollTotp(server, me)
    const { set, key, first } = newSet()
    const body = set.proven('register', { ...first, wallets: [], imported: [key] })
    const step_up = await stepUp(server, me, { purpose: 'import', target: `solana:${key.address}` })
    expect(await post('', { ...body, step_up })).toMatchObject({
      status: 403,
      body: { code: 'missing_or_invalid_mfa' },
    })
    expect((await post('', { ...body, step_up }, token)).status).toBe(200)
  })
})
