import { randomBytes } from 'node:crypto'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { eq, sql } from 'drizzle-orm'
import { verifyMessage, Wallet } from 'ethers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEvents } from '../database/audit-tables.ts'
import { expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { rateLimits, users } from '../database/schema.ts'
import { secretSubject } from '../signer/secret-subject.ts'
import { askForCode, type LoggedIn, logIn, signedCall, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { proofFor, takeOut, walletCall } from '../wallet/testing/key-calls.ts'
import { asBackend, type Backend, BOTH, mail, newMail } from './testing/backend.ts'

let server: TestServer
let other: Backend
let onDevices: Backend
beforeAll(async () => {
  server = await startTestServer()
  other = await server.registerApp({})
  onDevices = await server.registerApp({
    embedded_wallet_config: { mode: 'legacy-embedded-wallets-only' } as never,
  })
})
afterAll(() => server.stop())
/** More comes from here than from a network of people. */
beforeEach(() => server.ctx.db.delete(rateLimits))

const expectUser = (body: unknown, by?: Backend) => asBackend(server, 'POST', '', body, by)
const walletsOf = ({ user }: Pick<LoggedIn, 'user'>) =>
  user.linked_accounts.flatMap(it => ('imported' in it ? [it] : []))
const rowsOf = (id: string) => server.ctx.db.select().from(expectedUsers).where(eq(expectedUsers.id, id))
const happened = (where: ReturnType<typeof sql>) =>
  server.ctx.db
    .select({ type: auditEvents.type, actor: auditEvents.actor, data: auditEvents.data })
    .from(auditEvents)
    .where(where)
    .orderBy(auditEvents.id)

test('somebody who has not come yet has wallets at once, which are theirs at the first login, to sign by and to take out', async () => {
  const email = newMail()
  const asked = {
    linked_accounts: [mail(email.toUpperCase())],
    custom_metadata: { plan: 'gold', since: 2021 },
    wallets: BOTH,
    accepted_terms_at: 1_700_000_000,
  }
  const { status, body } = await expectUser(asked)
  expect(status).toBe(200)
  expect(body).toEqual({
    ...{ status: 'expected', user_id: null, is_new: true, id: expect.stringMatching(/^expected_[\w-]{24}$/) },
    linked_accounts: [{ type: 'email', subject: email }],
    ...{ custom_metadata: asked.custom_metadata, accepted_terms_at: 1_700_000_000 },
    wallets: [
      { chain_type: 'ethereum', address: expect.stringMatching(/^0x[\da-fA-F]{40}$/) },
      { chain_type: 'solana', address: expect.stringMatching(/^\w{32,44}$/) },
    ],
    created_at: expect.any(Number),
  })
  const addresses = body.wallets?.map(it => it.address) ?? []
  expect(await happened(sql`data ->> 'target' = ${body.id}`)).toEqual([
    { type: 'user.imported', actor: 'backend', data: { target: body.id } },
    { type: 'user.wallet_pregenerated', actor: 'backend', data: { target: body.id, addresses } },
  ])

  expect(walletsOf(await logIn(server, newMail()))).toEqual([])
  const who = await logIn(server, email)
  expect(walletsOf(who)).toEqual(
    addresses.map(address => expect.objectContaining({ address, imported: false, wallet_index: null })),
  )
  expect(who.user.has_accepted_terms).toBe(true)
  const [user] = await server.ctx.db.select().from(users).where(eq(users.id, who.user.id))
  expect(user?.customMetadata).toEqual(asked.custom_metadata)
  expect(await happened(sql`user_id = ${who.user.id} and type like '%wallet%'`)).toEqual(
    BOTH.map(({ chain_type }, at) => ({
      ...{ type: 'user.wallet_created', actor: null },
      data: { chain_type, address: addresses[at] },
    })),
  )
  expect(await rowsOf(body.id ?? '')).toEqual([])

  const [ethereum] = walletsOf(who)
  const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  const signed = await walletCall(server, who, `/${ethereum?.id}/rpc`, message)
  expect(verifyMessage('hello', (signed.body.data as { signature: string }).signature)).toBe(addresses[0])
  const named = { chain_type: 'ethereum', address: addresses[0] ?? '' } as const
  const proof = { step_up: await proofFor(server, who, 'export', named) }
  const { key } = await takeOut(server, who, ethereum?.id ?? '', proof)
  expect(new Wallet(`0x${Buffer.from(key ?? []).toString('hex')}`).address).toBe(addresses[0])
  // The second time they are theirs, and nobody expects them any more.
  expect(walletsOf(await logIn(server, email))).toHaveLength(2)
})

test('the same user again, and in two calls at once, has the same addresses; what is new takes the place of what waits', async () => {
  const linked_accounts = [mail(newMail()), { type: 'phone', number: '+1 202 555 0101' }]
  const asked = { linked_accounts, wallets: [BOTH[0]], custom_metadata: { plan: 'gold' } }
  const answers = await Promise.all([1, 2, 3, 4].map(() => expectUser(asked)))
  const [first] = answers.filter(it => it.body.is_new)
  expect(answers.map(it => it.body.is_new).sort()).toEqual([false, false, false, true])
  for (const { body } of answers) expect(body).toEqual({ ...first?.body, is_new: body.is_new })

  const more = await Promise.all(
    [1, 2].map(() =>
      expectUser({
        linked_accounts: [...linked_accounts].reverse(),
        wallets: BOTH,
        custom_metadata: { plan: 'tin' },
      }),
    ),
  )
  expect(more[0]?.body).toEqual(more[1]?.body)
  expect(more[0]?.body.wallets).toEqual([first?.body.wallets?.[0], expect.objectContaining(BOTH[1])])
  expect(more[0]?.body.custom_metadata).toEqual({ plan: 'tin' })
  const { body: untouched } = await expectUser({ linked_accounts })
  expect(untouched).toEqual(more[0]?.body)
  expect(
    await server.ctx.db.$count(expectedWallets, eq(expectedWallets.expectedId, first?.body.id ?? '')),
  ).toBe(2)
})

test('the first of several logins takes the whole, and another one is a stranger', async () => {
  const [email, second] = [newMail(), newMail()]
  const { body } = await expectUser({
    linked_accounts: [mail(email), { type: 'google_oauth', subject: '1234', email: second }, mail(second)],
    wallets: [BOTH[0]],
  })
  const who = await logIn(server, second)
  expect(walletsOf(who).map(it => it.address)).toEqual([body.wallets?.[0]?.address])
  expect(who.user.linked_accounts.filter(it => it.type === 'email')).toHaveLength(1)
  const stranger = await logIn(server, email)
  expect([stranger.user.id === who.user.id, walletsOf(stranger)]).toEqual([false, []])
})

test('who has one of the logins is told of, and gets nothing; the same login is not expected as two people', async () => {
  const email = newMail()
  const { user } = await logIn(server, email)
  const asked = { linked_accounts: [mail(newMail()), mail(email)], wallets: BOTH, custom_metadata: { a: 1 } }
  expect((await expectUser(asked)).body).toEqual({ status: 'exists', user_id: user.id })
  expect(walletsOf(await logIn(server, email))).toEqual([])
  // Another app’s users are its own.
  expect((await expectUser(asked, other)).body.status).toBe('expected')

  const shared = newMail()
  const { body } = await expectUser({ linked_accounts: [mail(shared), mail(newMail())] })
  for (const linked_accounts of [[mail(shared)], [mail(shared), mail(newMail())]]) {
    const { status, body: refused } = await expectUser({ linked_accounts })
    expect([status, refused.code, refused.error]).toEqual([
      409,
      'resource_conflict',
      expect.stringContaining(`expected as ${body.id}`),
    ])
  }
})

test('who was there before, and adds the login, keeps what they have and gets the wallets', async () => {
  const [email, credential, device] = [newMail(), randomBytes(32).toString('base64url'), await createDevice()]
  const guests = await server.registerApp({ guest_auth: true })
  const headers = { 'vitrine-app-id': guests.id }
  const subject = secretSubject(credential)
  const guest = await signedCall<AuthenticatedUser>(server, device, '/api/v1/guest/authenticate', {
    headers,
    body: { subject },
    secret: { member: 'guest_credential', value: credential, identity: { type: 'guest', subject } },
  })
  const { user, token } = guest.body
  await server.ctx.db
    .update(users)
    .set({ customMetadata: { own: true } })
    .where(eq(users.id, user.id))
  const asked = { linked_accounts: [mail(email)], wallets: [BOTH[1]], custom_metadata: { a: 1 } }
  const { body } = await expectUser({ ...asked, accepted_terms_at: 1_700_000_000 }, guests)
  const value = await askForCode(server, device, email, { headers, purpose: 'link' })
  await signedCall(server, device, '/api/v1/passwordless/link', {
    headers,
    body: { email },
    secret: { member: 'code', value, identity: { type: 'email', subject: email } },
    as: { userId: user.id, token: token ?? '' },
  })
  expect((await expectUser(asked, guests)).body).toEqual({ status: 'exists', user_id: user.id })
  const code = await askForCode(server, device, email, { headers })
  const back = await tryCode(server, device, { email, code }, { headers })
  expect(back.body.user.id).toBe(user.id)
  expect(walletsOf(back.body)).toMatchObject([body.wallets?.[0]])
  const [row] = await server.ctx.db.select().from(users).where(eq(users.id, user.id))
  expect([row?.customMetadata, row?.acceptedTermsAt?.getTime()]).toEqual([{ own: true }, 1_700_000_000_000])
})

describe('what waits', () => {
  test('is listed page by page, of its app alone', async () => {
    const app = await server.registerApp({})
    const made = []
    for (let at = 0; at < 3; at++) {
      server.clock.now++
      made.push((await expectUser({ linked_accounts: [mail(newMail())], wallets: at ? [] : BOTH }, app)).body)
    }
    const list = (query: string, by: Backend = app) =>
      asBackend(server, 'GET', `/expected${query}`, undefined, by)
    const { body: first } = await list('?limit=2')
    const { body: rest } = await list(`?limit=2&cursor=${first.next}`)
    const told = made.map(({ status: _, user_id: __, is_new: ___, ...user }) => user)
    expect([...(first.users ?? []), ...(rest.users ?? [])]).toEqual(told)
    expect(rest.next).toBeNull()
    expect((await list('', other)).body.users?.some(it => it.id === told[0]?.id)).toBe(false)
    for (const [query, by] of [
      [`?cursor=${first.next}`, other],
      ['?cursor=AAAA', app],
      ['?limit=101', app],
      ['?lmit=1', app],
    ] as const)
      expect(await list(query, by)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('is deleted where its wallets are named, and then nobody finds it', async () => {
    const email = newMail()
    const { body } = await expectUser({ linked_accounts: [mail(email)], wallets: BOTH })
    const addresses = body.wallets?.map(it => it.address) ?? []
    const drop = (wallets: readonly string[], by?: Backend) =>
      asBackend(server, 'DELETE', `/expected/${body.id}`, { wallets }, by)
    expect(await drop(addresses, other)).toMatchObject({ status: 404 })
    for (const named of [[], addresses.slice(1), [...addresses, '0x1']]) {
      const { status, body: refused } = await drop(named)
      expect([status, refused.error]).toEqual([409, expect.stringContaining(addresses.join(', '))])
    }
    expect(await rowsOf(body.id ?? '')).toHaveLength(1)
    expect((await drop([...addresses].reverse())).status).toBe(200)
    expect((await happened(sql`data ->> 'target' = ${body.id}`)).at(-1)).toEqual({
      ...{ type: 'user.expected_deleted', actor: 'backend', data: { target: body.id, addresses } },
    })
    expect(await drop(addresses)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(walletsOf(await logIn(server, email))).toEqual([])
    // Expected anew, they have other keys: the old ones are gone.
    const anew = await expectUser({ linked_accounts: [mail(newMail())], wallets: BOTH })
    expect(anew.body.wallets?.map(it => it.address)).not.toEqual(addresses)
  })
})

test('a call of many answers each row by itself, in order', async () => {
  const email = newMail()
  const { user } = await logIn(server, email)
  const [good, twice] = [newMail(), newMail()]
  const { body } = await asBackend(server, 'POST', '/import', {
    users: [
      { linked_accounts: [mail(good)], wallets: [BOTH[0]] },
      { linked_accounts: [mail(email)] },
      { linked_accounts: [] },
      { linked_accounts: [mail('no address')] },
      { linked_accounts: [mail(newMail())], wallet: BOTH },
      'nothing',
      { linked_accounts: [mail(twice)] },
      { linked_accounts: [mail(twice)], wallets: [BOTH[1]] },
    ],
  })
  const failed = (error: unknown) => ({ ok: false, code: 'invalid_data', error })
  const results = body.results ?? []
  expect(results.slice(0, 6)).toEqual([
    expect.objectContaining({
      ok: true,
      status: 'expected',
      linked_accounts: [{ type: 'email', subject: good }],
    }),
    { ok: true, status: 'exists', user_id: user.id },
    failed('Check the request: `linked_accounts` is not valid.'),
    failed('linked_accounts: the account of type email cannot be expected, or is not written as one.'),
    failed('Check the request: `body` has unknown keys: wallet.'),
    failed('Check the request: `body` is not valid.'),
  ])
  // Which of two that come at once is the first nobody knows; both are one user.
  expect(new Set(results.slice(6).map(it => 'id' in it && it.id)).size).toBe(1)
  const tooMany = { users: Array.from({ length: 101 }, () => ({ linked_accounts: [mail(newMail())] })) }
  expect(await asBackend(server, 'POST', '/import', tooMany)).toMatchObject({ status: 400 })
})

test.each([
  ['another app’s secret', () => ({ id: server.appId, secret: other.secret }), {}, 401],
  ['wallets of an app whose keys are on devices', () => onDevices, { wallets: BOTH }, 422],
  ['nobody’s name', undefined, { linked_accounts: [] }, 400],
  ['nine logins', undefined, { linked_accounts: Array.from({ length: 9 }, () => mail(newMail())) }, 400],
  ['a guest', undefined, { linked_accounts: [{ type: 'guest', subject: 'a' }] }, 400],
  ['a passkey', undefined, { linked_accounts: [{ type: 'passkey', credential_id: 'abc' }] }, 400],
  ['a login of no name', undefined, { linked_accounts: [{ type: 'fax', subject: '1' }] }, 400],
  ['one login twice', undefined, { linked_accounts: [mail('a@b.example'), mail('A@b.example')] }, 400],
  ['no subject', undefined, { linked_accounts: [{ type: 'google_oauth', email: 'a@b.example' }] }, 400],
  [
    'a number beyond 2^53',
    undefined,
    { linked_accounts: [JSON.parse('{"type":"custom_auth","subject":76561198000000001}')] },
    400,
  ],
  ['NUL in a subject', undefined, { linked_accounts: [{ type: 'custom_auth', subject: 'a\0' }] }, 400],
  ['metadata of objects', undefined, { custom_metadata: { a: { b: 1 } } }, 400],
  ['a metadata bomb', undefined, { custom_metadata: { a: 'x'.repeat(513) } }, 400],
  [
    '51 keys',
    undefined,
    { custom_metadata: Object.fromEntries([...Array(51)].map((_, at) => [at, 1])) },
    400,
  ],
  ['NUL in metadata', undefined, { custom_metadata: { a: '\0' } }, 400],
  ['half a character in metadata', undefined, { custom_metadata: { a: '\ud800' } }, 400],
  ['terms accepted tomorrow', undefined, { accepted_terms_at: Math.floor(Date.now() / 1000) + 86_400 }, 400],
  ['a wallet of another chain', undefined, { wallets: [{ chain_type: 'bitcoin' }] }, 400],
])('%s is refused with a sentence, and nothing is made', async (_, who, body, status) => {
  const before = await server.ctx.db.$count(expectedUsers)
  const answer = await expectUser({ linked_accounts: [mail(newMail())], ...body }, who?.())
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(/^\p{Lu}?.*[.]$/u)])
  expect(await server.ctx.db.$count(expectedUsers)).toBe(before)
})

test.each([
  ['the site’s own login', { type: 'custom_auth', custom_user_id: 'u-1' }, 'u-1'],
  ['a phone', { type: 'phone', phoneNumber: '+44 7400 123456' }, '+447400123456'],
  [
    'a wallet',
    { type: 'wallet', address: `0x${'AB'.repeat(20)}`, chain_type: 'ethereum' },
    `ethereum:0x${'ab'.repeat(20)}`,
  ],
  ['a company’s', { type: 'discord_oauth', subject: '77', username: 'ada', verified_at: 1 }, '77'],
  ['a number', { type: 'farcaster', fid: 4242, username: 'ada' }, '4242'],
])('an account of %s is read as other providers write it', async (_, account, subject) => {
  const { body } = await expectUser({ linked_accounts: [account] }, await server.registerApp({}))
  expect(body.linked_accounts).toEqual([{ type: account.type, subject }])
})

test('a key from elsewhere and one that was made here wait for the same login, and what cannot be given waits on', async () => {
  const email = newMail()
  const { body } = await expectUser({ linked_accounts: [mail(email)], wallets: [BOTH[0]] })
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const broken = { claimExpectedKey: () => Promise.reject(new Error('away')) }
  const app = server.second({ signer: { ...server.ctx.signer, ...broken } })
  const who = await logIn({ ...server, app }, email)
  expect([walletsOf(who), log.mock.calls.length > 0]).toEqual([[], true])
  log.mockRestore()
  expect(walletsOf(await logIn(server, email)).map(it => it.address)).toEqual([body.wallets?.[0]?.address])
  expect(await server.ctx.db.$count(importedWallets, eq(importedWallets.userId, who.user.id))).toBe(1)
})
