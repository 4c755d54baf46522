import { randomUUID } from 'node:crypto'
import { MFA_RESET_OPEN_MS, MFA_RESET_WAIT_MS } from '@vitrine/shared/mfa/limits.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  configure,
  deliverAll,
  isAlive,
  later,
  linkPhone,
  tokenIn,
  toldAt,
  tryToChange,
  undo,
} from '../account-changes/testing/steps.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { accountNotices } from '../database/change-tables.ts'
import { mfaFactors, mfaResets } from '../database/mfa-tables.ts'
import { accounts } from '../database/schema.ts'
import { enrollAddress, enrollTotp, proveCode, signedAs } from '../mfa/testing/mfa-calls.ts'
import { completeFactorReset } from '../signer/mfa/reset-factors.ts'
import type { SignerClient } from '../signer/operations.ts'
import { perform } from '../signer/process/handlers.ts'
import { createTestCustody } from '../signer/testing/custody.ts'
import { type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { runCommand } from './run.ts'

const HOUR_MS = 3_600_000

let server: TestServer
let me: LoggedIn
let address: string
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { mfa_methods: ['totp', 'sms', 'email'], sms_auth: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  address = `${randomUUID()}@lost.example`
  me = await logIn(server, address)
})

/** The operator's own signer, whose clock is this many ms ahead. */
const operatorSigner = (ahead: number): SignerClient => {
  const custody = createTestCustody(server.masterKey, server.clock.now + ahead)
  return {
    ...server.ctx.signer,
    beginFactorReset: request => perform(custody, 'beginFactorReset', request),
    completeFactorReset: request => perform(custody, 'completeFactorReset', request),
  }
}

/** As the operator runs it, `ahead` ms from now. */
const reset = (more: readonly string[] = [], ahead = 0, signerAhead = ahead) =>
  runCommand(server.database.db, ['user', 'mfa-reset', me.user.id, ...more], {
    origin: '',
    readSecret: async () => '',
    signer: async () => operatorSigner(signerAhead),
    now: () => server.clock.now + ahead,
  })

/** Begins one, and has the messages sent. */
async function begin(more: readonly string[] = []) {
  const printed = await reset(more)
  await deliverAll(server)
  return printed
}

/** What it tells these addresses, whatever else they hear of at the same time. */
const askedToStop = (...addresses: string[]) =>
  vi.waitFor(() =>
    addresses.map(
      address =>
        server.notices.find(
          ({ to, text }) =>
            to === address && text.includes('asked to remove every second step of your wallet'),
        ) ?? expect.fail(`nothing was told to ${address}`),
    ),
  )

const makeWallet = () =>
  signedAs(server, me, '/wallets', { chain_type: 'ethereum', owner: { public_key: me.device.publicKey } })

const factorsOf = async () =>
  (
    await server.ctx.db.select().from(mfaFactors).where(eq(mfaFactors.userId, me.user.id))
  )[0]?.factors.list.map(({ type }) => type)
const events = async () =>
  (await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, me.user.id)))
    .map(({ type }) => type)
    .filter(type => type.startsWith('user.mfa_reset'))

describe('a reset of second factors', () => {
  test('waits for 72 hours, and takes all of them away when it is run again', async () => {
    await enrollTotp(server, me)
    expect(await begin()).toContain('Every address of this user is told')
    expect((await makeWallet()).status).toBe(403)

    expect(await reset([], MFA_RESET_WAIT_MS - 1000)).toContain('It waits until')
    expect(await factorsOf()).toEqual(['totp'])
    expect(await reset([], MFA_RESET_WAIT_MS)).toContain('are removed')
    expect(await factorsOf()).toEqual([])
    expect((await makeWallet()).status).toBe(200)
    expect(await events()).toEqual(['user.mfa_reset_started', 'user.mfa_reset_completed'])
    await later(server, MFA_RESET_WAIT_MS, () => deliverAll(server))
    const [told] = await toldAt(server, address)
    expect(told && 'subject' in told && told.subject).toBe(
      'The second step of your wallet at Shop was changed',
    )
    await expect(reset()).rejects.toThrow('This user has no second factor.')
  })

  test('is told to every address and number, those of factors too, with what stops it', async () => {
    const [other, phone, factor] = ['+12125550141', '+13125550140', `${randomUUID()}@factor.example`]
    expect((await linkPhone(server, me, other)).status).toBe(200)
    const { body } = await enrollAddress(server, me, 'sms', phone)
    const token = String(body.mfa_token)
    expect((await enrollAddress(server, me, 'email', factor, { token })).status).toBe(200)
    await begin()
    const told = await askedToStop(address, phone, factor, other)
    // One that came only just may be a thief's.
    expect(told.map(each => tokenIn(each)?.length)).toEqual([43, 43, 43, undefined])
  })

  test('that is stopped by the link is gone: every session ends, nothing signs for a day, and the factors stay', async () => {
    await enrollTotp(server, me)
    await begin(['--wait', '200'])
    const [told] = await askedToStop(address)
    expect((await undo(server, tokenIn(told))).outcome).toBe('done')
    expect([await isAlive(server, me), await factorsOf()]).toEqual([false, ['totp']])
    expect(await events()).toEqual(['user.mfa_reset_started', 'user.mfa_reset_stopped'])
    const again = await logIn(server, address)
    const until = (await tryToChange(server, again)).body.data?.heldUntil ?? 0
    expect(Math.round((until - server.clock.now) / HOUR_MS)).toBe(24)
    // It begins anew, with a whole wait.
    expect(await reset([], MFA_RESET_WAIT_MS)).toContain('Every address of this user is told')
    expect(await factorsOf()).toEqual(['totp'])
  })

  test('is stopped by the link of any other change, which whoever asked for it may have made', async () => {
    await enrollTotp(server, me)
    expect((await linkPhone(server, me, '+12125550142')).status).toBe(200)
    const [linked] = await toldAt(server, address)
    await begin()
    await undo(server, tokenIn(linked))
    expect(await server.ctx.db.$count(mfaResets, eq(mfaResets.userId, me.user.id))).toBe(0)
  })

  test('is stopped by who proves a factor: they have not lost it', async () => {
    const { app } = await enrollTotp(server, me)
    await begin()
    expect((await proveCode(server, me, 'totp', app.code(1))).status).toBe(200)
    expect(await events()).toEqual(['user.mfa_reset_started', 'user.mfa_reset_stopped'])
  })

  test('is stopped by the operator', async () => {
    await enrollTotp(server, me)
    await expect(reset(['--stop'])).rejects.toThrow('No reset waits for this user.')
    await begin()
    expect(await reset(['--stop'])).toContain('is stopped')
    expect(await events()).toEqual(['user.mfa_reset_started', 'user.mfa_reset_stopped'])
  })

  test('waits from when the first address was told', async () => {
    await enrollTotp(server, me)
    // What is under way for the factor would take this one along.
    await deliverAll(server)
    expect(await reset()).toContain('begins when the first message went out')
    expect(await reset([], 2 * MFA_RESET_WAIT_MS)).toContain('begins when the first message went out')
    await later(server, HOUR_MS, () => deliverAll(server))
    expect(await reset([], MFA_RESET_WAIT_MS)).toContain('It waits until')
    expect(await reset([], MFA_RESET_WAIT_MS + HOUR_MS)).toContain('are removed')
  })

  test('can wait longer and no shorter', async () => {
    await enrollTotp(server, me)
    for (const wait of ['71', '0', '-1', '72.5', 'x', '2161', ''])
      await expect(reset([`--wait=${wait}`])).rejects.toThrow('--wait takes whole hours, from 72 to 2160.')
    expect(await begin(['--wait', '100'])).toContain('100 hours')
    // Nor by asking again.
    expect(await reset(['--wait', '72'], 99 * HOUR_MS)).toContain('It waits until')
    expect(await reset([], 99 * HOUR_MS)).toContain('It waits until')
    expect(await reset([], 100 * HOUR_MS)).toContain('are removed')
  })

  test('begins where somebody can be told, and for who has a factor', async () => {
    await expect(reset()).rejects.toThrow('This user has no second factor.')
    await enrollTotp(server, me)
    await server.ctx.db.delete(accounts).where(eq(accounts.userId, me.user.id))
    await expect(reset()).rejects.toThrow('no address that could be told')
    expect(await server.ctx.db.$count(mfaResets, eq(mfaResets.userId, me.user.id))).toBe(0)
    me = { ...me, user: { ...me.user, id: 'nobody' } }
    await expect(reset()).rejects.toThrow('There is no user nobody.')
  })

  test('that is stopped while it is completed is stopped', async () => {
    await enrollTotp(server, me)
    await begin()
    const custody = createTestCustody(server.masterKey, server.clock.now + MFA_RESET_WAIT_MS)
    const signer: SignerClient = {
      ...server.ctx.signer,
      async completeFactorReset(request) {
        await reset(['--stop'])
        return completeFactorReset(custody, request)
      },
    }
    const completing = runCommand(server.database.db, ['user', 'mfa-reset', me.user.id], {
      origin: '',
      readSecret: async () => '',
      signer: async () => signer,
      now: () => server.clock.now + MFA_RESET_WAIT_MS,
    })
    await expect(completing).rejects.toThrow('This reset was stopped meanwhile.')
    expect(await factorsOf()).toEqual(['totp'])
  })
})

describe('who took over the API process', () => {
  test('begins no reset and completes none: the server’s signer does neither', async () => {
    await enrollTotp(server, me)
    await begin()
    const [row] = await server.ctx.db.select().from(mfaFactors).where(eq(mfaFactors.userId, me.user.id))
    const [waiting] = await server.ctx.db.select().from(mfaResets).where(eq(mfaResets.userId, me.user.id))
    if (!row || !waiting) throw new Error('no rows')
    const owner = { appId: server.appId, userId: me.user.id }
    const factors = { version: row.version, ...row.factors }
    const { signer } = server.ctx
    await expect(
      signer.beginFactorReset({ ...owner, factors, waitMs: MFA_RESET_WAIT_MS }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(
      signer.completeFactorReset({ ...owner, factors, reset: waiting.reset, logins: [], devices: [] }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('shortens no wait in the database: the signer goes by its own record and clock', async () => {
    await enrollTotp(server, me)
    await begin()
    const [waiting] = await server.ctx.db.select().from(mfaResets).where(eq(mfaResets.userId, me.user.id))
    if (!waiting) throw new Error('no row')
    const write = (change: object) =>
      server.ctx.db
        .update(mfaResets)
        .set({ reset: { ...waiting.reset, ...change } })
        .where(eq(mfaResets.userId, me.user.id))
    await server.ctx.db.update(accountNotices).set({ sentAt: new Date(0) })
    for (const change of [{ at: 0 }, { waitMs: 0 }, { at: 0, waitMs: MFA_RESET_WAIT_MS + 1 }]) {
      await write(change)
      await expect(reset([], HOUR_MS)).rejects.toThrow('begun by nobody')
    }
    await write({})
    // The command's clock is ahead, and the signer's is not.
    await expect(reset([], MFA_RESET_WAIT_MS, HOUR_MS)).rejects.toThrow('is not over')
    expect(await factorsOf()).toEqual(['totp'])
    await expect(
      reset([], MFA_RESET_WAIT_MS + MFA_RESET_OPEN_MS, MFA_RESET_WAIT_MS + MFA_RESET_OPEN_MS + 1),
    ).rejects.toThrow('begun too long ago')
  })
})
