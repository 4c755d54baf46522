import type { ListedUsers, ManagedUser, UserSession } from '@vitrine/shared/api/users.ts'
import { listUsersResponse, METADATA_LIMITS, managedUser } from '@vitrine/shared/api/users.ts'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configure, isAlive } from '../account-changes/testing/steps.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { accounts, rateLimits, users } from '../database/schema.ts'
import { bringTogether, personByMail, personByPhone } from '../identity/testing/transfer-steps.ts'
import { callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { create } from '../wallet/testing/wallet-calls.ts'
import { asBackend, type Credentials } from './testing/backend.ts'

let server: TestServer
let other: Credentials
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { sms_auth: true, added_login_hold_hours: 0 })
  other = await server.registerApp({})
})
afterAll(() => server.stop())
/** More comes from here than from a network of people. */
beforeEach(() => server.ctx.db.delete(rateLimits))

const list = async (query: Record<string, string> = {}, as?: Credentials) =>
  asBackend<ListedUsers>(server, `GET /users?${new URLSearchParams(query)}`, undefined, as && { as })
const ids = async (query: Record<string, string>, as?: Credentials) =>
  (await list(query, as)).body.users.map(({ id }) => id)
/** A cursor with another time. */
const ofTime = (cursor: string, at: string) => {
  const [of, , id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[]
  return Buffer.from(JSON.stringify([of, at, id])).toString('base64url')
}
const show = (id: string) => asBackend<ManagedUser>(server, `GET /users/${id}`)
const sentence = expect.stringMatching(/^[A-Z`].*\.$/s)
const operations = async (userId: string) =>
  (await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, userId)))
    .filter(({ actor }) => actor !== null)
    .map(({ type, actor, data }) => ({ type, actor, data }))

describe('who calls', () => {
  test.each([
    'GET /users',
    'GET /users/u',
    'PATCH /users/u/custom_metadata',
    'GET /users/u/sessions',
    'POST /users/u/sessions/revoke',
    'GET /sessions/s/active',
    'DELETE /users/u',
    'GET /users/u/export',
    'GET /audit_events',
  ] as const)('has the secret of the app, or learns nothing: %s', async request => {
    const as = { id: server.appId, secret: other.secret }
    const { status, body } = await asBackend(server, request, undefined, { as })
    expect([status, body.code]).toEqual([401, 'missing_or_invalid_token'])
  })

  test('is counted by app, so that one backend takes nothing from another', async () => {
    await list()
    const rows = await server.ctx.db.select().from(rateLimits)
    expect(rows.map(({ key }) => key)).toContain(`users-api-read:${server.appId}`)
    await server.ctx.db
      .update(rateLimits)
      .set({ points: 6_000 })
      .where(eq(rateLimits.key, `users-api-read:${server.appId}`))
    expect((await list()).status).toBe(429)
    expect((await list({}, other)).status).toBe(200)
  })

  test('is no person: their own user is read with a session as before', async () => {
    const person = await logIn(server, 'me@mail.example')
    const mine = await callAs<{ user: { id: string } }>(server, person, '/api/v1/users/me', { method: 'GET' })
    expect(mine.body.user.id).toBe(person.user.id)
    const theirs = await callAs(server, person, `/api/v1/users/${person.user.id}`, { method: 'GET' })
    expect(theirs.status).toBe(401)
  })
})

describe('a list', () => {
  test('is newest first, whole and stable page by page, while others come', async () => {
    const app = await server.registerApp({})
    const at = (n: number) => new Date(1_700_000_000_000 + n)
    // Three at one moment: the id decides.
    const rows = [0, 1, 1, 1, 2].map((n, index) => ({ id: `list-${index}`, appId: app.id, createdAt: at(n) }))
    await server.ctx.db.insert(users).values(rows)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { body }: { body: ListedUsers } = await list({ limit: '2', ...(cursor && { cursor }) }, app)
      expect(listUsersResponse.safeParse(body).success).toBe(true)
      seen.push(...body.users.map(({ id }) => id))
      cursor = body.next
      await server.ctx.db
        .insert(users)
        .values({ id: `later-${seen.length}`, appId: app.id, createdAt: at(100 + seen.length) })
    } while (cursor !== null)
    expect(seen).toEqual(['list-4', 'list-3', 'list-2', 'list-1', 'list-0'])
  })

  test('has the users of its app alone, and a cursor of another app, of another search or of nobody is refused', async () => {
    const mine = await personByMail(server)
    await personByMail(server)
    expect(await ids({}, other)).toEqual([])
    const { next } = (await list({ limit: '1' })).body
    expect(next).toEqual(expect.any(String))
    for (const [query, as] of [
      [{ cursor: next ?? '' }, other],
      [{ cursor: next ?? '', email_prefix: 'a' }, undefined],
      [{ cursor: 'x' }, undefined],
      [{ cursor: Buffer.from('["a","b"]').toString('base64url') }, undefined],
      [{ cursor: ofTime(next ?? '', '999999999999999') }, undefined],
    ] as const) {
      const { status, body } = await list(query, as)
      expect([status, body]).toEqual([400, { code: 'invalid_data', error: sentence }])
    }
    expect((await show(mine.userId)).body.id).toBe(mine.userId)
    const foreign = await asBackend(server, `GET /users/${mine.userId}`, undefined, { as: other })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
  })

  test.each([
    { limit: '101' },
    { limit: '0' },
    { limit: 'x' },
    { emial: 'a@mail.example' },
    { email: 'a@mail.example', phone: '+12025550123' },
    { email: 'no address' },
    { phone: '12' },
    { address: '0x12' },
    { type: 'passkey' },
    { subject: 's', type: 'none_such' },
  ])('says what is wrong with %j', async query => {
    const { status, body } = await list(query)
    expect([status, body]).toEqual([400, { code: 'invalid_data', error: sentence }])
  })
})

test.each([
  ['emial=a@mail.example', 'Check the request: `query` has unknown keys: emial.'],
  ['limit=1&limit=2', 'Check the request: `limit` stands in the query more than once.'],
])('of %s it is said what is wrong with it', async (query, error) => {
  const { status, body } = await asBackend(server, `GET /users?${query}`)
  expect([status, body]).toEqual([400, { code: 'invalid_data', error }])
})

describe('a search', () => {
  test('finds by address of mail, number, provider and subject, exactly', async () => {
    const mailed = await personByMail(server, 'search.one@mail.example')
    const phoned = await personByPhone(server)
    const details = { email: 'Told@Provider.example' }
    await server.ctx.db.insert(accounts).values({
      ...{ id: 'search-oauth', appId: server.appId, userId: phoned.userId, type: 'google_oauth' },
      ...{ subject: 'google-subject', seal: 's', details },
    })
    expect(await ids({ email: ' SEARCH.one@mail.example' })).toEqual([mailed.userId])
    expect(await ids({ email: 'told@provider.example' })).toEqual([phoned.userId])
    expect(await ids({ email: 'search.one@mail.exampl' })).toEqual([])
    expect(await ids({ phone: phoned.number })).toEqual([phoned.userId])
    expect(await ids({ subject: 'google-subject' })).toEqual([phoned.userId])
    expect(await ids({ subject: 'google-subject', type: 'google_oauth' })).toEqual([phoned.userId])
    expect(await ids({ subject: 'google-subject', type: 'apple_oauth' })).toEqual([])
    expect(await ids({ email: 'search.one@mail.example' }, other)).toEqual([])
  })

  test('by the beginning of an address takes LIKE’s wildcards as they are written', async () => {
    const [plain, percent, underscore, backslash] = [
      await personByMail(server, 'wild.card@mail.example'),
      await personByMail(server, 'wild%card@mail.example'),
      await personByMail(server, 'wild_card@mail.example'),
      await personByMail(server, 'wildecard@mail.example'),
    ].map(({ userId }) => userId)
    await server.ctx.db
      .update(accounts)
      .set({ subject: 'wild\\card@mail.example' })
      .where(eq(accounts.userId, backslash ?? ''))
    expect((await ids({ email_prefix: 'WILD' })).sort()).toEqual(
      [plain, percent, underscore, backslash].sort(),
    )
    expect(await ids({ email_prefix: 'wild%' })).toEqual([percent])
    expect(await ids({ email_prefix: 'wild_' })).toEqual([underscore])
    expect(await ids({ email_prefix: 'wild\\' })).toEqual([backslash])
    expect(await ids({ email_prefix: '%' })).toEqual([])
  })

  test('finds by the address of every kind of wallet, in any letters where they mean nothing', async () => {
    const { db } = server.database
    const who = await personByMail(server)
    const made = (await (await create(server, who)).json()).address
    const linked = `0x${'ab'.repeat(20)}`
    const [device, imported, contract] = ['1', '2', '3'].map(n => `0x${n.repeat(40)}`)
    const solana = 'So11111111111111111111111111111111111111112'
    const of = { appId: server.appId, userId: who.userId }
    const account = { ...of, seal: 's' }
    await server.ctx.db.insert(accounts).values([
      { id: 'w1', type: 'wallet', subject: `ethereum:${linked}`, ...account },
      {
        id: 'w2',
        type: 'smart_wallet',
        subject: contract ?? '',
        ...account,
        details: { smartWalletType: 'safe', address: contract ?? '' },
      },
    ])
    await db.execute(`
      insert into embedded_sets (id, app_id, user_id, recovery_method, recovery_share, recovery_sharing_id)
      values ('set-search', '${of.appId}', '${of.userId}', 'privy', 'share', 'sharing')`)
    await db.execute(`
      insert into embedded_wallets (set_id, user_id, chain_type, wallet_index, address, public_key)
      values ('set-search', '${of.userId}', 'ethereum', 0, '${device}', 'key')`)
    await db.execute(`
      insert into imported_wallets (id, app_id, user_id, chain_type, address, public_key, sealed_key) values
      ('imported-search', '${of.appId}', '${of.userId}', 'ethereum', '${imported}', 'key', 'sealed'),
      ('imported-search-2', '${of.appId}', '${of.userId}', 'solana', '${solana}', 'key', 'sealed')`)
    for (const address of [
      made,
      made.toUpperCase().replace('X', 'x'),
      linked,
      device,
      imported,
      contract,
      solana,
    ])
      expect([address, await ids({ address: address ?? '' })]).toEqual([address, [who.userId]])
    expect(await ids({ address: solana.toLowerCase().replaceAll('l', 'L') })).toEqual([])
    expect(await ids({ address: made }, other)).toEqual([])
  })
})

describe('a user', () => {
  test('has what the contract says, and what no page is told', async () => {
    const who = await logIn(server, 'whole@mail.example')
    await asBackend(server, `PATCH /users/${who.user.id}/custom_metadata`, {
      custom_metadata: { tier: 'gold' },
    })
    const { body } = await show(who.user.id)
    expect(managedUser.safeParse(body).success).toBe(true)
    const now = Math.floor(server.clock.now / 1000)
    expect(body).toMatchObject({
      custom_metadata: { tier: 'gold' },
      last_login_at: now,
      active_sessions: 1,
      merged_into: null,
      merged_users: [],
    })
    const mine = await callAs<{ user: object }>(server, who, '/api/v1/users/me', { method: 'GET' })
    expect(JSON.stringify(mine.body)).not.toContain('gold')
    expect(body).toMatchObject(mine.body.user)
  })

  test('whom another took in says who, is found as that one, and is changed no more', async () => {
    const own = await personByMail(server)
    const taken = await personByPhone(server)
    const wallet = (await (await create(server, taken)).json()).address
    await bringTogether(server, own, taken.number)
    expect((await show(taken.userId)).body).toMatchObject({ merged_into: own.userId, linked_accounts: [] })
    expect((await show(own.userId)).body.merged_users).toEqual([taken.userId])
    expect(await ids({ phone: taken.number })).toEqual([own.userId])
    expect(await ids({ address: wallet })).toEqual([own.userId])
    const [listed] = (await list({ address: wallet })).body.users
    expect(listed?.linked_accounts).toContainEqual(expect.objectContaining({ address: wallet }))
    for (const [request, body] of [
      ['PATCH /users/:id/custom_metadata', { custom_metadata: {} }],
      ['POST /users/:id/sessions/revoke', {}],
      ['DELETE /users/:id', { wallets: [wallet] }],
    ] as const) {
      const answer = await asBackend(server, request.replace(':id', taken.userId) as typeof request, body)
      expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining(own.userId)])
    }
  })
})

describe('metadata', () => {
  let id: string
  beforeAll(async () => {
    id = (await personByMail(server)).userId
  })
  const edit = (custom_metadata: unknown) =>
    asBackend<ManagedUser>(server, `PATCH /users/${id}/custom_metadata`, { custom_metadata })

  test('is changed name by name, and told in the audit without its values', async () => {
    expect((await edit({ tier: 'gold', score: 1.5, vip: true })).body.custom_metadata).toEqual({
      ...{ tier: 'gold', score: 1.5, vip: true },
    })
    expect((await edit({ score: null, tier: 'silver' })).body.custom_metadata).toEqual({
      ...{ tier: 'silver', vip: true },
    })
    expect((await operations(id)).at(-1)).toEqual({
      ...{ type: 'user.metadata_edited', actor: 'backend', data: { fields: ['score', 'tier'] } },
    })
  })

  test('that two change at once loses neither’s', async () => {
    const names = [...Array(8).keys()].map(n => `at-once-${n}`)
    await Promise.all(names.map(name => edit({ [name]: true })))
    expect(Object.keys((await show(id)).body.custom_metadata)).toEqual(expect.arrayContaining(names))
  })

  const { keys, keyLength, valueLength } = METADATA_LIMITS
  const many = (count: number, value: unknown = 1) =>
    Object.fromEntries([...Array(count).keys()].map(n => [`k${n}`, value]))
  test.each([
    ['a list', []],
    ['nothing', null],
    ['a text', 'x'],
    ['an object in it', { a: { b: 1 } }],
    ['a list in it', { a: [1] }],
    ['a long text', { a: 'x'.repeat(valueLength + 1) }],
    ['a long name', { ['x'.repeat(keyLength + 1)]: 1 }],
    ['a name of nothing', { '': 1 }],
    ['a name that is every object’s', JSON.parse('{"__proto__":1}')],
    ['another such name', JSON.parse('{"constructor":1}')],
    ['too many names', many(keys + 1)],
    ['too many bytes', many(20, 'é'.repeat(300))],
    ['a character that cannot be', { a: '\0' }],
    ['half a character', { a: '\ud800' }],
    ['a whole number beyond 2^53', JSON.parse('{"a":76561198000000001}')],
    ['a whole number below -2^53', { a: -(2 ** 53) }],
  ])('with %s is refused whole, with a sentence', async (_what, change) => {
    await edit({ stays: 'yes' })
    const before = (await show(id)).body.custom_metadata
    const told = (await operations(id)).length
    const { status, body } = await edit(
      typeof change === 'object' && change !== null && !Array.isArray(change)
        ? Object.assign(Object.create(null), change, { stays: 'no' })
        : change,
    )
    expect([status, body]).toEqual([400, { code: 'invalid_data', error: sentence }])
    expect((await show(id)).body.custom_metadata).toEqual(before)
    expect((await operations(id)).length).toBe(told)
  })

  test('that would be too much with what is there is refused', async () => {
    await server.ctx.db.update(users).set({ customMetadata: {} }).where(eq(users.id, id))
    expect((await edit(many(keys - 1))).status).toBe(200)
    expect((await edit({ one: 1, two: 2 })).status).toBe(400)
    expect((await edit({ one: 1, two: 2, k0: null })).status).toBe(200)
  })
})

describe('sessions', () => {
  const sessionsOf = async (id: string) =>
    (await asBackend<{ sessions: UserSession[] }>(server, `GET /users/${id}/sessions`)).body.sessions
  const active = (id: string, as?: Credentials) =>
    asBackend<{ active: boolean; user_id?: string }>(
      server,
      `GET /sessions/${id}/active`,
      undefined,
      as && { as },
    )
  let first: LoggedIn
  let second: LoggedIn
  beforeEach(async () => {
    first = await logIn(server, 'sessions@mail.example')
    second = await logIn(server, 'sessions@mail.example')
  })

  test('are listed and asked for by who has the secret of their app', async () => {
    const listed = await sessionsOf(first.user.id)
    expect(listed.length).toBeGreaterThanOrEqual(2)
    const [{ id = '', created_at, used_at } = {}] = listed
    expect([created_at, used_at]).toEqual([used_at, Math.floor(server.clock.now / 1000)])
    expect((await active(id)).body).toMatchObject({ active: true, user_id: first.user.id })
    expect((await active(id, other)).body).toEqual({ active: false })
    expect((await active('session_none')).body).toEqual({ active: false })
  })

  test('end one by one or all at once, for their tokens too, and are told as the site’s doing', async () => {
    const before = await sessionsOf(first.user.id)
    const path = `POST /users/${first.user.id}/sessions/revoke` as const
    const { sid: id = '' } = decodeJwt<{ sid: string }>(first.token)
    expect((await asBackend(server, path, { session_id: id })).body).toEqual({ revoked: 1 })
    expect((await asBackend(server, path, { session_id: id })).body).toEqual({ revoked: 0 })
    expect((await active(id)).body).toEqual({ active: false })
    expect(await Promise.all([first, second].map(who => isAlive(server, who)))).toEqual([false, true])
    const somebody = (await personByMail(server)).userId
    const [theirs] = await sessionsOf(somebody)
    expect((await asBackend(server, path, { session_id: theirs?.id })).body).toEqual({ revoked: 0 })
    // What is misspelt is not left out: it would end all.
    expect((await asBackend(server, path, { sesion_id: id })).status).toBe(400)
    expect(await isAlive(server, second)).toBe(true)
    expect((await asBackend(server, path, {})).body).toEqual({ revoked: before.length - 1 })
    expect(await Promise.all([first, second].map(who => isAlive(server, who)))).toEqual([false, false])
    expect(await sessionsOf(first.user.id)).toEqual([])
    expect(await sessionsOf(somebody)).toHaveLength(1)
    const ended = (await operations(first.user.id)).filter(({ type }) => type === 'user.session_ended')
    expect(ended).toHaveLength(before.length)
    expect(ended[0]).toMatchObject({ actor: 'backend', data: { ended_by: 'site' } })
  })
})
