import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { configure, deliverAll } from '../account-changes/testing/steps.ts'
import { recordOperation } from '../audit/record-operation.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { deletionNotices } from '../database/change-tables.ts'
import { type Connection, connectDatabase } from '../database/connect.ts'
import { accounts, deletedUsers, rateLimits, users, wallets } from '../database/schema.ts'
import { webhookDeliveries, webhookEndpoints } from '../database/webhook-tables.ts'
import { bringTogether, personByMail, personByPhone } from '../identity/testing/transfer-steps.ts'
import { runJobs } from '../jobs/testing/run-jobs.ts'
import { enrollTotp } from '../mfa/testing/mfa-calls.ts'
import { breakAt } from '../testing/break-at.ts'
import { callAs, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { create, logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { deleteUser } from './delete-user.ts'
import { IMPERSONAL, LEFT_OUT, PERSONAL_TABLES } from './personal-tables.ts'
import { asBackend } from './testing/backend.ts'

let server: TestServer
let connection: Connection
beforeAll(async () => {
  server = await startTestServer()
  // As the role of the API process.
  connection = connectDatabase(server.database.apiUrl)
  await configure(server, { sms_auth: true, added_login_hold_hours: 0, mfa_methods: ['totp'] })
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})
beforeEach(() => server.ctx.db.delete(rateLimits))

const remove = (userId: string, named: readonly string[]) =>
  asBackend<{ data?: { wallets: string[] } }>(server, `DELETE /users/${userId}`, { wallets: named })
const walletOf = async (who: Person): Promise<string> => (await (await create(server, who)).json()).address
const count = async (userId: string) => server.ctx.db.$count(users, eq(users.id, userId))
const eventsOf = (userId: string) =>
  server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, userId)).orderBy(auditEvents.id)

/** Every row of every table that has one of these words in it, as text: `table` for each. */
async function tablesWith(...found: string[]): Promise<string[]> {
  const { rows } = await server.database.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const hits: string[] = []
  for (const { name } of rows)
    for (const word of found) {
      const { rows: rest } = await server.database.db.execute(
        sql`select 1 from ${sql.identifier(name)} as it where strpos(to_jsonb(it)::text, ${word}) > 0 limit 1`,
      )
      if (rest.length > 0) hits.push(name)
    }
  return [...new Set(hits)].sort()
}

describe('a user whose wallets hold keys', () => {
  test('is deleted by who names exactly these, and by nobody else', async () => {
    const who = await personByMail(server)
    const made = await walletOf(who)
    const { db } = server.database
    const [device, imported, waiting] = ['4', '5', '6'].map(n => `0x${n.repeat(40)}`)
    const subject = who.email
    await db.execute(sql`
      insert into embedded_sets (id, app_id, user_id, recovery_method, recovery_share, recovery_sharing_id)
      values ('set', ${server.appId}, ${who.userId}, 'privy', 'share', 'sharing')`)
    await db.execute(sql`
      insert into embedded_wallets (set_id, user_id, chain_type, wallet_index, address, public_key)
      values ('set', ${who.userId}, 'ethereum', 0, ${device}, 'key')`)
    await db.execute(sql`
      insert into imported_wallets (id, app_id, user_id, chain_type, address, public_key, sealed_key)
      values ('imported', ${server.appId}, ${who.userId}, 'ethereum', ${imported}, 'key', 'sealed')`)
    await db.execute(sql`
      insert into pending_imports (id, app_id, type, subject, chain_type, address, public_key, sealed_key) values
      ('waits', ${server.appId}, 'email', ${subject}, 'ethereum', ${waiting}, 'key', 'sealed'),
      ('of-another', ${server.appId}, 'phone', ${subject}, 'ethereum', ${waiting}, 'key', 'sealed')`)
    const all = [made, device ?? '', imported ?? '', waiting ?? '']
    for (const named of [[], all.slice(1), all.slice(0, 3), [...all, `0x${'7'.repeat(40)}`]]) {
      const { status, body } = await remove(who.userId, named)
      expect([status, body.code, body.data?.wallets.toSorted()]).toEqual([
        ...[409, 'resource_conflict', all.toSorted()],
      ])
      expect(body.error).toContain(made)
      expect(await count(who.userId)).toBe(1)
    }
    expect((await eventsOf(who.userId)).map(({ type }) => type)).not.toContain('user.deleted')
    const { status, body } = await remove(
      who.userId,
      all.map(it => it.toLowerCase()),
    )
    expect([status, body]).toEqual([200, { deleted: true, user_id: who.userId }])
    expect(await count(who.userId)).toBe(0)
    const { rows } = await db.execute(sql`select id from pending_imports`)
    expect(rows).toEqual([{ id: 'of-another' }])
    expect((await remove(who.userId, [])).status).toBe(404)
  })

  test('and a wallet that is being made meanwhile are not deleted: it is named or it is not there', async () => {
    const who = await personByMail(server)
    const [made, deleted] = await Promise.all([create(server, who), remove(who.userId, [])])
    // One of the two comes first.
    const outcome = [made.status, deleted.status, await count(who.userId)]
    expect([
      [200, 409, 1],
      [401, 200, 0],
      // Deleted after the session was found: then the device is not.
      [403, 200, 0],
    ]).toContainEqual(outcome)
    expect(await server.ctx.db.$count(wallets, eq(wallets.userId, who.userId))).toBe(outcome[2])
  })
})

describe('a deletion', () => {
  test('takes all that is stored of the person and of whom they took in, and leaves others alone', async () => {
    const [own, taken, other] = [
      await personByMail(server),
      await personByPhone(server),
      await personByMail(server),
    ]
    const named = [await walletOf(own), await walletOf(taken)]
    await walletOf(other)
    await bringTogether(server, own, taken.number)
    await asBackend(server, `PATCH /users/${own.userId}/custom_metadata`, {
      custom_metadata: { tier: 'gold' },
    })
    const of = { actor: 'operator:o1', appId: server.appId, userId: own.userId } as const
    await recordOperation(server.ctx.db, server.clock.now, {
      ...{ type: 'user.wallet_pregenerated', ...of },
      data: { addresses: named, name: own.email, count: 2 },
    })
    const before = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, other.userId))

    expect((await remove(own.userId, [])).body.data?.wallets.toSorted()).toEqual(named.toSorted())
    expect((await remove(own.userId, named)).status).toBe(200)
    await deliverAll(server)

    // Counts of calls by address are gone within a day; that ids are used up, and that it was done, stays.
    expect(await tablesWith(own.email, taken.number, ...named)).toEqual(['rate_limits'])
    expect(await tablesWith(own.userId)).toEqual(['audit_events', 'deleted_users', 'rate_limits'])
    expect(await tablesWith(taken.userId)).toEqual(['deleted_users', 'rate_limits'])
    const left = await eventsOf(own.userId)
    expect(left.map(({ type, actor, data }) => ({ type, actor, data }))).toEqual([
      { type: 'user.metadata_edited', actor: 'backend', data: { fields: ['tier'] } },
      { type: 'user.wallet_pregenerated', actor: 'operator:o1', data: { count: 2 } },
      { type: 'user.deleted', actor: 'backend', data: {} },
    ])
    expect(await server.ctx.db.select().from(accounts).where(eq(accounts.userId, other.userId))).toEqual(
      before,
    )
  })

  test('is known for every table: what belongs to a user goes with them', async () => {
    const { rows } = await server.database.db.execute<{ name: string }>(sql`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass and confdeltype <> 'c'`)
    expect(rows).toEqual([{ name: 'users' }])
    const known = { ...PERSONAL_TABLES, ...LEFT_OUT }
    const { rows: byName } = await server.database.db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id' and not exists (
        select from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
          and conrelid = table_name::regclass)
      order by 1`)
    // `forget` is what takes those.
    expect(byName.map(({ name }) => name)).toEqual(['audit_events', 'webhook_deliveries'])
    for (const { name } of byName) expect([name in known, IMPERSONAL.includes(name)]).toEqual([true, false])
  })

  test('ends sessions and tokens at once', async () => {
    const who = await logIn(server, 'ends@mail.example')
    expect((await remove(who.user.id, [])).status).toBe(200)
    const me = await callAs(server, who, '/api/v1/users/me', { method: 'GET' })
    expect([me.status, me.body.code]).toEqual([401, 'missing_or_invalid_token'])
    const refreshed = await callAs(server, who, '/api/v1/sessions', {
      body: { refresh_token: who.refreshToken },
    })
    expect(refreshed.status).toBe(401)
  })

  test('uses the id up: who logs in again, second factors gone, is another user with another wallet', async () => {
    const who = await logInOnNewDevice(server, 'again@mail.example')
    const wallet = await walletOf(who)
    const session = await logIn(server, 'again@mail.example')
    await enrollTotp(server, session)
    expect((await create(server, who, {}, true)).status).toBe(403)
    expect((await remove(who.userId, [wallet])).status).toBe(200)
    const again = await logInOnNewDevice(server, 'again@mail.example')
    expect(again.userId).not.toBe(who.userId)
    const another = await walletOf(again)
    expect(another).not.toBe(wallet)
    expect(await server.ctx.db.$count(deletedUsers, eq(deletedUsers.id, who.userId))).toBe(1)
    // And once more.
    expect((await remove(again.userId, [another])).status).toBe(200)
    const third = await logInOnNewDevice(server, 'again@mail.example')
    expect([who.userId, again.userId]).not.toContain(third.userId)
  })

  test('is told to every address of theirs as the site’s doing, and to a number where there is none', async () => {
    const mailed = await logIn(server, 'told@mail.example')
    await server.ctx.db.insert(accounts).values({
      ...{ id: 'told-oauth', appId: server.appId, userId: mailed.user.id, type: 'google_oauth' },
      ...{ subject: 'told', seal: 's', details: { vouchedEmail: 'told.too@mail.example' } },
    })
    const phoned = await personByPhone(server)
    for (const id of [mailed.user.id, phoned.userId]) expect((await remove(id, [])).status).toBe(200)
    await deliverAll(server)
    const told = (to: string) =>
      vi.waitFor(
        () =>
          server.notices.findLast(it => it.to === to && it.text.includes('deleted your account')) ??
          expect.fail(to),
      )
    await told('told.too@mail.example')
    expect((await told('told@mail.example')).text).toContain('Shop deleted your account.')
    expect((await told(phoned.number)).text).toContain('contact the support')
    await vi.waitFor(async () => expect(await server.ctx.db.$count(deletionNotices)).toBe(0))
  })

  test('by the person says so, and keeps neither their device nor their place', async () => {
    const { userId, email } = await personByMail(server)
    const { db, now } = server.ctx
    const caller = { madeWith: 'Firefox · Linux', from: { network: '203.0.113.x' } }
    await deleteUser({ db, now }, { appId: server.appId, by: { thumbprint: 't', caller } }, userId, [])
    await deliverAll(server)
    expect(server.notices.findLast(({ to }) => to === email)?.text).toContain(
      'Someone who was logged in to it requested this',
    )
    expect(await eventsOf(userId)).toMatchObject([
      { type: 'user.deleted', actor: null, thumbprint: null, madeWith: null, network: null },
    ])
  })

  test('that cannot be told now is told later, and its address forgotten within a day', async () => {
    const { userId, email } = await personByMail(server)
    const { mail } = server.carriers
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const sent: string[] = []
    const ctx = {
      ...server.ctx,
      mail: {
        async send({ to }: { readonly to: string }) {
          sent.push(to)
          throw new Error('away')
        },
      },
    }
    await deleteUser(
      ctx,
      { appId: server.appId, by: { thumbprint: null, caller: null, actor: 'command' } },
      userId,
      [],
    )
    await runJobs(ctx, ['notices'])
    await runJobs(ctx, ['notices'])
    log.mockRestore()
    expect(sent).toEqual([email])
    const [row] = await server.ctx.db.select().from(deletionNotices)
    expect(row?.expiresAt.getTime()).toBe(server.clock.now + 24 * 60 * 60_000)
    const before = server.clock.now
    server.clock.now += 2 * 60_000
    await runJobs({ ...server.ctx, mail }, ['notices'])
    server.clock.now = before
    expect(await server.ctx.db.$count(deletionNotices)).toBe(0)
  })

  test('is told to the site’s webhooks, and what they were to be told before is gone', async () => {
    await server.database.db.insert(webhookEndpoints).values({
      ...{ id: 'hook', appId: server.appId, url: 'https://shop.example/hooks', sealedSecret: 'sealed' },
      events: ['user.created', 'user.deleted'],
    })
    const { userId } = await personByMail(server)
    const mine = () =>
      server.ctx.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.userId, userId))
    expect((await mine()).map(({ type }) => type)).toEqual(['user.created'])
    expect((await remove(userId, [])).status).toBe(200)
    expect((await mine()).map(({ type, data }) => [type, data])).toEqual([['user.deleted', {}]])
    await server.database.db.delete(webhookEndpoints)
  })

  test('that breaks off at any statement leaves the user whole or gone', async () => {
    const fault = breakAt(connection.db.$client)
    const ctx = { db: connection.db, now: server.ctx.now }
    const by = { thumbprint: null, caller: null, actor: 'backend' } as const
    for (const when of ['before', 'after'] as const) {
      const outcomes = new Set<boolean>()
      let who = await personByMail(server)
      let wallet = await walletOf(who)
      for (let step = 1; ; step++) {
        await server.ctx.db.delete(rateLimits)
        fault.arm(step, when)
        const failed = await deleteUser(ctx, { appId: server.appId, by }, who.userId, [wallet]).catch(
          error => error,
        )
        const isOver = !fault.disarm()
        const isGone = (await count(who.userId)) === 0
        const events = await eventsOf(who.userId)
        expect(events.map(({ type }) => type).includes('user.deleted')).toBe(isGone)
        expect(events.some(({ actor }) => actor === null)).toBe(!isGone)
        const notices = await server.ctx.db.delete(deletionNotices).returning()
        expect(notices.map(({ address }) => address)).toEqual(isGone ? [who.email] : [])
        expect(await server.ctx.db.$count(deletedUsers, eq(deletedUsers.id, who.userId))).toBe(isGone ? 1 : 0)
        if (isOver) {
          expect([failed, isGone, step > 15]).toEqual([undefined, true, true])
          break
        }
        expect(failed).toBeInstanceOf(Error)
        outcomes.add(isGone)
        if (!isGone) continue
        who = await personByMail(server)
        wallet = await walletOf(who)
      }
      // After the commit the answer alone is lost.
      expect([...outcomes].sort()).toEqual(when === 'before' ? [false] : [false, true])
    }
  }, 60_000)
})
