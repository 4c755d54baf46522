import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../../apps/registry.ts'
import { rateLimits, sessions, users } from '../../database/schema.ts'
import { createTestDevice } from '../../signer/testing/device.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import {
  create,
  logInOnNewDevice,
  type Person,
  refusal,
  sign,
  type WalletCall,
} from '../testing/wallet-calls.ts'

let server: TestServer
let user: Person
let walletId: string

beforeAll(async () => {
  server = await startTestServer()
  user = await logInOnNewDevice(server)
  walletId = (await (await create(server, user)).json()).id
})
afterAll(() => server.stop())

/** Both wallet routes, with the same change to an otherwise good call. */
const both = async (call: Partial<WalletCall>) => [
  await refusal(await create(server, user, call, true)),
  await refusal(await sign(server, user, walletId, 'hello', call)),
]
const twice = (status: number, code: string) => [
  [status, code],
  [status, code],
]

test('who has not accepted the terms that the operator requires gets no wallet and no signature', async () => {
  const app = await findApp(server.ctx.db, server.appId)
  if (!app) throw new Error('The app of the server is gone')
  await replaceConfig(server.ctx.db, app.id, { ...app.config, require_users_accept_terms: true })
  expect(await both({})).toEqual(twice(403, 'policy_violation'))
  await server.ctx.db
    .update(users)
    .set({ acceptedTermsAt: new Date(server.clock.now) })
    .where(eq(users.id, user.userId))
  expect(await refusal(await sign(server, user, walletId, 'hello'))).toEqual([200, undefined])
  await replaceConfig(server.ctx.db, app.id, app.config)
})

test.each([
  ['without an origin', { origin: null }, 403, 'missing_origin'],
  ['from another origin', { origin: 'https://evil.example' }, 403, 'invalid_origin'],
  ['without an app', { 'vitrine-app-id': null }, 400, 'missing_or_invalid_privy_app_id'],
  ['of an unknown app', { 'vitrine-app-id': 'app_x' }, 400, 'missing_or_invalid_privy_app_id'],
  ['without a session', { authorization: null }, 401, 'missing_or_invalid_token'],
  ['with a token that is none', { authorization: 'Bearer x.y.z' }, 401, 'missing_or_invalid_token'],
  ['without a proof', { dpop: null }, 401, 'missing_or_invalid_token'],
  ['without a signature', { 'vitrine-authorization-signature': null }, 400, 'invalid_data'],
  ['with two signatures', { 'vitrine-authorization-signature': 'AAAA,AAAA' }, 400, 'invalid_data'],
  ['without an idempotency key', { 'vitrine-idempotency-key': null }, 400, 'invalid_data'],
  ['with a short idempotency key', { 'vitrine-idempotency-key': '0123456789abcde' }, 400, 'invalid_data'],
  ['without an expiry', { 'vitrine-request-expiry': null }, 400, 'invalid_data'],
  ['with an expiry in seconds', { 'vitrine-request-expiry': '1767225600' }, 400, 'invalid_data'],
] as const)('a call %s is refused', async (_, headers, status, code) => {
  expect(await both({ headers })).toEqual(twice(status, code))
})

test('a stolen access token without the device key is refused', async () => {
  const thief = await createTestDevice()
  expect(await both({ prover: thief, signer: thief })).toEqual(twice(401, 'missing_or_invalid_token'))
})

test('a proof can be sent once', async () => {
  const url = `${server.ctx.settings.origin}/api/v1/wallets/${walletId}/rpc`
  const proof = await user.device.prove({ method: 'POST', url, accessToken: user.accessToken })
  expect((await sign(server, user, walletId, 'hello', { proof })).status).toBe(200)
  expect(await refusal(await sign(server, user, walletId, 'hello', { proof }))).toEqual([
    401,
    'missing_or_invalid_token',
  ])
})

test('a proof for another path is refused', async () => {
  const url = `${server.ctx.settings.origin}/api/v1/sessions`
  const proof = await user.device.prove({ method: 'POST', url, accessToken: user.accessToken })
  expect(await both({ proof })).toEqual(twice(401, 'missing_or_invalid_token'))
})

test('a session that was logged out is refused at once', async () => {
  const other = await logInOnNewDevice(server, user.email)
  await server.ctx.db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(eq(sessions.thumbprint, other.device.thumbprint))
  expect(await refusal(await sign(server, other, walletId, 'hello'))).toEqual([
    401,
    'missing_or_invalid_token',
  ])
})

test('a body that nests without end is refused, not fallen over', async () => {
  const body = `{"method":"personal_sign","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(await refusal(await sign(server, user, walletId, '', { body }))).toEqual([400, 'invalid_data'])
})

test('a body beyond the limit is refused', async () => {
  const body = `{"x":"${'a'.repeat(600_000)}"}`
  expect(await refusal(await sign(server, user, walletId, '', { body }))).toEqual([400, 'invalid_data'])
})

test('one user’s calls are limited, from whatever network; another user is not touched', async () => {
  const busy = await logInOnNewDevice(server)
  expect((await create(server, busy)).status).toBe(200)
  const counter = eq(rateLimits.key, `wallet-user:${busy.userId}`)
  await server.ctx.db.update(rateLimits).set({ points: 599 }).where(counter)
  expect((await sign(server, busy, walletId, 'hello')).status).toBe(404)
  const limited = await sign(server, busy, walletId, 'hello')
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refusal(limited)).toEqual([429, 'too_many_requests'])
  expect((await sign(server, user, walletId, 'hello')).status).toBe(200)
})

test('one network’s calls are limited before anything else is looked at', async () => {
  const app = server.second({ settings: { ...server.ctx.settings, networkLimit: 0 } })
  const response = await create(server, user, { body: '{', headers: { authorization: null }, app })
  expect(await refusal(response)).toEqual([429, 'too_many_requests'])
})
