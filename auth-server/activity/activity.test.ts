import { randomUUID } from 'node:crypto'
import type { Activity, ActivityItem } from '@vitrine/shared/api/activity.ts'
import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configure, linkPhone, stepUp, updateEmail } from '../account-changes/testing/steps.ts'
import { EVENT_LIFETIME_MS } from '../audit/record-event.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { devices, sessions } from '../database/schema.ts'
import { call, callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { create, logInOnNewDevice, type Person, rpc, sign } from '../wallet/testing/wallet-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { sms_auth: true })
})
afterAll(() => server.stop())

const ACTIVITY = '/api/v1/users/me/activity'
const LIST = '/api/v1/sessions/list'
const END = '/api/v1/sessions/end'
const HASH = `0x${'ab'.repeat(32)}`

let people = 0
const newEmail = () => `person${++people}@mail.example`
const newLogin = () => logIn(server, newEmail())

const eventsOf = (userId: string) =>
  server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, userId)).orderBy(auditEvents.id)
const typesOf = async (userId: string) => (await eventsOf(userId)).map(({ type }) => type)

async function read(who: Pick<LoggedIn, 'device' | 'token'>, cursor = ''): Promise<Activity> {
  const { status, body } = await callAs<Activity>(server, who, `${ACTIVITY}${cursor}`, { method: 'GET' })
  expect(status).toBe(200)
  return body
}

/** A wallet of the user's that the server holds. */
const makeWallet = async (person: Person): Promise<{ id: string; address: string }> =>
  (await create(server, person)).json()

const list = async (who: LoggedIn) =>
  (await callAs<{ sessions: SessionItem[] }>(server, who, LIST, { method: 'GET' })).body.sessions

type Ended = { sessions: SessionItem[]; code?: string }
const end = (who: Pick<LoggedIn, 'device' | 'token'>, sessionId: string) =>
  callAs<Ended>(server, who, END, { body: { session_id: sessionId } })

const me = (who: LoggedIn) => callAs(server, who, '/api/v1/users/me', { method: 'GET' })

async function refresh({ device, refreshToken }: LoggedIn) {
  const dpop = await device.prove('POST', `${ORIGIN}/api/v1/sessions`, { now: server.clock.now })
  const body = { refresh_token: refreshToken }
  return call(server, '/api/v1/sessions', { body, headers: { dpop }, from: '198.51.100.7' })
}

describe('what is written down', () => {
  test('of a first login: that the user came to be and logged in, with what and from where, and no whole address', async () => {
    const device = await createDevice()
    const { user } = await logIn(server, 'anna@mail.example', device)
    const [created, authenticated, ...others] = await eventsOf(user.id)
    expect(others).toEqual([])
    expect(created).toMatchObject({ type: 'user.created', appId: server.appId })
    expect(authenticated).toMatchObject({
      type: 'user.authenticated',
      thumbprint: device.thumbprint,
      network: 'own-machine',
      data: { account: { type: 'email', name: 'a•••@mail.example' } },
    })
    expect(authenticated?.expiresAt.getTime()).toBe(server.clock.now + EVENT_LIFETIME_MS)
    expect(JSON.stringify([created, authenticated])).not.toContain('anna@')
    await logIn(server, 'anna@mail.example', device)
    expect(await typesOf(user.id)).toEqual(['user.created', 'user.authenticated', 'user.authenticated'])
  })

  test('of a login that the database cannot write down: nothing is, and there is no session', async () => {
    await server.database.db.execute(
      sql`alter table audit_events add constraint broken check (type <> 'user.authenticated') not valid`,
    )
    await expect(newLogin()).rejects.toThrow('login failed')
    await server.database.db.execute(sql`alter table audit_events drop constraint broken`)
    const lost = await server.ctx.db.execute(
      sql`select from accounts where subject = ${`person${people}@mail.example`}`,
    )
    expect(lost.rows).toEqual([])
  })

  test('of ways in: each that is added, changed and removed', async () => {
    const who = await newLogin()
    await linkPhone(server, who, '+12025550142')
    const target = 'phone:+12025550142'
    const token = await stepUp(server, who, { purpose: 'unlink', target })
    const unlink = { phoneNumber: '+12025550142', step_up: token }
    expect((await callAs(server, who, '/api/v1/passwordless_sms/unlink', { body: unlink })).status).toBe(200)
    await updateEmail(server, who, `person${people}@mail.example`, 'berta@mail.example')
    const told = (await eventsOf(who.user.id)).slice(2)
    expect(told).toMatchObject([
      { type: 'user.linked_account', data: { account: { type: 'phone', name: '•••0142' } } },
      { type: 'user.unlinked_account', data: { account: { type: 'phone', name: '•••0142' } } },
      {
        type: 'user.updated_account',
        data: { account: { name: 'b•••@mail.example' }, replaced: { name: 'p•••@mail.example' } },
      },
    ])
  })

  describe('of a wallet', () => {
    let person: Person
    let walletId: string
    let address: string
    beforeAll(async () => {
      person = await logInOnNewDevice(server)
      ;({ id: walletId, address } = await makeWallet(person))
    })
    const signed = async () =>
      (await eventsOf(person.userId)).filter(({ type }) => type === 'wallet.signed').map(({ data }) => data)

    test('that it was made', async () => {
      const [made] = (await eventsOf(person.userId)).filter(({ type }) => type === 'user.wallet_created')
      expect(made).toMatchObject({ data: { chain_type: 'ethereum', address, wallet_index: 0 } })
    })

    test('that it signed, once for a retry, and nothing of what', async () => {
      const key = randomUUID()
      await sign(server, person, walletId, 'a secret text', { key })
      await sign(server, person, walletId, 'a secret text', { key })
      expect(await signed()).toEqual([{ method: 'personal_sign', chain_type: 'ethereum', address }])
    })

    test('to whom a transaction goes, and how much', async () => {
      const to = '0x52908400098527886E0F7030069857D2E4169EE7'
      const transaction = {
        type: 2,
        to,
        value: '0xde0b6b3a7640000',
        nonce: '0x0',
        gas_limit: '0x5208',
        chain_id: 1,
        max_fee_per_gas: '0x1',
        max_priority_fee_per_gas: '0x1',
      }
      const body = { method: 'eth_signTransaction', params: { transaction } }
      expect((await rpc(server, person, walletId, body)).status).toBe(200)
      expect((await signed()).at(-1)).toEqual({
        method: 'eth_signTransaction',
        chain_type: 'ethereum',
        address,
        chain: 'eip155:1',
        to,
        value: '1000000000000000000',
      })
    })

    test('nothing of a signature that was refused', async () => {
      const before = (await signed()).length
      expect((await rpc(server, person, walletId, { method: 'signMessage', params: {} })).status).toBe(400)
      expect(await signed()).toHaveLength(before)
    })
  })
})

describe('a person reads', () => {
  test('their own activity, page by page, newest first', async () => {
    const who = await newLogin()
    for (let i = 0; i < 21; i++)
      await server.ctx.db.execute(sql`
        insert into audit_events (app_id, user_id, type, at, data, expires_at)
        values (${server.appId}, ${who.user.id}, 'wallet.signed', now(), ${`{"method":"${i}"}`}::jsonb, now() + interval '1 day')`)
    const first = await read(who)
    expect(first.items.map(({ data }) => data.method)).toEqual(
      Array.from({ length: 20 }, (_, i) => String(20 - i)),
    )
    const second = await read(who, `?cursor=${first.next}`)
    expect(second.items.map(({ type }) => type)).toEqual([
      'wallet.signed',
      'user.authenticated',
      'user.created',
    ])
    expect(second).toMatchObject({ next: null, items: [{}, { is_here: true }, {}] })
  })

  test('nobody else’s, whatever the cursor says, and nothing that has expired', async () => {
    const [who, other] = [await newLogin(), await newLogin()]
    const [theirs] = await eventsOf(other.user.id)
    const { items } = await read(who, `?cursor=${(theirs?.id ?? 0) + 1000}`)
    expect(items.map(({ type }) => type)).toEqual(['user.authenticated', 'user.created'])
    await server.ctx.db
      .update(auditEvents)
      .set({ expiresAt: new Date(server.clock.now - 1) })
      .where(and(eq(auditEvents.userId, who.user.id), eq(auditEvents.type, 'user.created')))
    expect((await read(who)).items.map(({ type }) => type)).toEqual(['user.authenticated'])
    const wrong = await callAs(server, who, `${ACTIVITY}?cursor=1%20or%201`, { method: 'GET' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })
})

describe('a device reports', () => {
  const report = (who: Pick<LoggedIn, 'device' | 'token'>, body: object) =>
    callAs(server, who, ACTIVITY, { body })
  const sent = (address: string, more: object = {}) => ({
    ...{ type: 'transaction.broadcasted', chain_type: 'ethereum', chain_id: 1, hash: HASH },
    ...{ address, value: '5', ...more },
  })

  test('what a wallet of the user’s sent, once, and it is shown as the device’s word', async () => {
    const person = await logInOnNewDevice(server)
    const { address } = await makeWallet(person)
    const who = { device: asCaller(person), token: person.accessToken }
    for (const written of [address, address.toLowerCase()])
      expect((await report(who, sent(written))).status).toBe(200)
    const told = (await read(who)).items.filter(({ type }) => type === 'transaction.broadcasted')
    expect(told).toMatchObject([{ data: { chain: 'eip155:1', hash: HASH, value: '5', reported: true } }])
  })

  test('nothing of anybody else’s wallet, and nothing that it must not say', async () => {
    const person = await logInOnNewDevice(server)
    const { address } = await makeWallet(person)
    const other = await newLogin()
    const theirs = await report(other, sent(address))
    expect(theirs).toMatchObject({ status: 404, body: { code: 'embedded_wallet_not_found' } })
    const who = { device: asCaller(person), token: person.accessToken }
    for (const wrong of [
      { type: 'user.created' },
      sent(address, { hash: '0x1' }),
      sent(address, { value: '-1' }),
    ])
      expect((await report(who, wrong)).status).toBe(400)
    expect((await typesOf(person.userId)).filter(type => type.startsWith('transaction.'))).toEqual([])
  })

  const asCaller = ({ device }: Person): LoggedIn['device'] => ({
    ...device,
    prove: (method, url, { overrides, ...options } = {}) =>
      device.prove({ method, url, ...options, ...(overrides && { claims: overrides }) }),
  })
})

describe('sessions', () => {
  test('are listed with what, where and when, the one that asks first', async () => {
    const email = newEmail()
    const laptop = await logIn(server, email)
    server.clock.now += 10_000
    const phone = await logIn(server, email)
    const listed = await list(laptop)
    expect(listed).toMatchObject([
      { is_current: true, network: 'own-machine', held_until: null },
      { is_current: false, used_at: server.clock.now },
    ])
    expect(listed[0]?.used_at).toBe(listed[0]?.created_at)
    server.clock.now += 10_000
    await refresh(laptop)
    expect((await list(phone))[1]).toMatchObject({ used_at: server.clock.now, network: '198.51.100.x' })
  })

  test('of another device are ended at once: its tokens work no more, and it is written down', async () => {
    const email = newEmail()
    const [laptop, phone] = [await logIn(server, email), await logIn(server, email)]
    const other = (await list(laptop)).find(({ is_current: isCurrent }) => !isCurrent)
    const { status, body } = await end(laptop, other?.id ?? '')
    expect([status, body.sessions.map(({ is_current: isCurrent }) => isCurrent)]).toEqual([200, [true]])
    expect([(await me(phone)).status, (await refresh(phone)).status]).toEqual([401, 401])
    expect((await me(laptop)).status).toBe(200)
    const [told] = (await read(laptop)).items as [ActivityItem]
    expect(told).toMatchObject({
      type: 'user.session_ended',
      data: { session_id: other?.id, ended_by: 'other-session' },
      is_here: true,
    })
    expect(await end(laptop, other?.id ?? '')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('of somebody else are not found, and go on', async () => {
    const [who, other] = [await newLogin(), await newLogin()]
    const [theirs] = await list(other)
    expect(await end(who, theirs?.id ?? '')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await me(other)).status).toBe(200)
    expect(await typesOf(other.user.id)).toEqual(['user.created', 'user.authenticated'])
  })

  test('are not ended or listed with a stolen token, without the key of its device', async () => {
    const who = await newLogin()
    const [own] = await list(who)
    const thief = { token: who.token, device: await createDevice() }
    expect((await end(thief, own?.id ?? '')).status).toBe(401)
    expect((await callAs(server, thief, LIST, { method: 'GET' })).status).toBe(401)
    expect((await callAs(server, thief, ACTIVITY, { method: 'GET' })).status).toBe(401)
    const bare = { authorization: `Bearer ${who.token}` }
    expect((await call(server, END, { body: { session_id: own?.id }, headers: bare })).status).toBe(401)
    expect((await me(who)).status).toBe(200)
  })

  test('are not ended by a device that is held, which is listed as such', async () => {
    const email = newEmail()
    const [owner, thief] = [await logIn(server, email), await logIn(server, email)]
    const heldUntil = new Date(server.clock.now + 3_600_000)
    await server.ctx.db
      .update(devices)
      .set({ heldUntil, heldFor: 'new-device' })
      .where(eq(devices.thumbprint, thief.device.thumbprint))
    const listed = await list(thief)
    expect(listed.map(({ held_until: until }) => until)).toEqual([heldUntil.getTime(), null])
    const refused = await end(thief, listed[1]?.id ?? '')
    expect(refused).toMatchObject({ status: 403, body: { code: 'policy_violation' } })
    expect((await me(owner)).status).toBe(200)
  })

  test('that a reused token ends, or a logout, say why they ended', async () => {
    const who = await newLogin()
    await refresh(who)
    expect((await refresh(who)).status).toBe(401)
    const again = await newLogin()
    expect((await callAs(server, again, '/api/v1/sessions/logout', { body: {} })).status).toBe(200)
    const why = async (userId: string) => (await eventsOf(userId)).at(-1)?.data.ended_by
    expect([await why(who.user.id), await why(again.user.id)]).toEqual(['reuse', 'self'])
    const ended = await server.ctx.db.select().from(sessions).where(eq(sessions.userId, who.user.id))
    expect(ended.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  })
})
