// In a process of its own: it counts the milliseconds and calls of the platform’s `fetch`, which differ after hundreds of other files.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, expect, test } from 'vitest'
import { createVitrineServer } from './create-server.ts'
import type { VitrineServerOptions } from './server-options.ts'
import { startHttpServer } from './testing/http-server.ts'

const SECRET = 'secret-canary-4711'
const BASIC = btoa(`app_1:${SECRET}`)
const ACTIVE = JSON.stringify({ active: true, user_id: 'user_1', expires_at: 1_900_000_000 })

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

/** A wallet origin that gives the answers in their order, the last one again. */
async function walletThat(answers: readonly Answer[], options: Partial<VitrineServerOptions> = {}) {
  const calls: IncomingMessage[] = []
  const server = await startHttpServer((request, response) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)]
    calls.push(request)
    answer?.(request, response)
  })
  stop = server.stop
  const vitrine = createVitrineServer({
    appId: 'app_1',
    appSecret: SECRET,
    walletOrigin: server.origin,
    ...options,
  })
  return { vitrine, calls, origin: server.origin }
}

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end(body)
const ok: Answer = status(200, {}, ACTIVE)
const hangs: Answer = () => {}
const drops: Answer = request => request.socket.destroy()

const failure = (call: Promise<unknown>): Promise<VitrineError> =>
  call.then(
    () => {
      throw new Error('it was not refused')
    },
    (error: VitrineError) => error,
  )

test.each([
  ...[408, 409, 425, 500, 502, 503, 504].map(code => [`a ${code}`, status(code)] as const),
  ['too many calls', status(429, { 'retry-after': '0' })],
  ['a connection that breaks', drops],
] as const)('a read is tried again after %s', async (_, fails) => {
  const { vitrine, calls } = await walletThat([fails, ok])
  expect(await vitrine.sessions.isActive('session_1')).toBe(true)
  expect(calls).toHaveLength(2)
  expect(calls[1]?.headers.authorization).toBe(`Basic ${BASIC}`)
})

test('a read is given up after two tries', async () => {
  const { vitrine, calls } = await walletThat([status(500, {}, '<h1>proxy</h1>')])
  expect(await failure(vitrine.users.get('user_1'))).toMatchObject({
    name: 'VitrineError',
    type: 'api_error',
    code: 'service_unavailable',
    status: 500,
  })
  expect(calls).toHaveLength(2)
})

test.each([
  ['an error of the server', status(503)],
  ['a connection that breaks', drops],
])('a change is sent once, also after %s', async (_, fails) => {
  const { vitrine, calls } = await walletThat([fails])
  await failure(vitrine.users.setMetadata('user_1', { tier: 'gold' }))
  await failure(vitrine.users.delete('user_1', { wallets: [] }))
  await failure(vitrine.users.create({ linkedAccounts: [] }))
  expect(calls.map(({ method }) => method)).toEqual(['PATCH', 'DELETE', 'POST'])
})

test.each([400, 403, 422, 501])('a read that ends with %s is tried once', async code => {
  const { vitrine, calls } = await walletThat([status(code)])
  expect(await failure(vitrine.users.get('user_1'))).toMatchObject({ status: code })
  expect(calls).toHaveLength(1)
})

test('what is wrong for good is tried once', async () => {
  const body = JSON.stringify({ error: 'No such user.', code: 'not_found' })
  const { vitrine, calls } = await walletThat([status(404, {}, body)])
  expect(await failure(vitrine.users.get('user_1'))).toMatchObject({
    ...{ code: 'not_found', message: 'No such user.', status: 404 },
  })
  expect(calls).toHaveLength(1)
})

test('`Retry-After` is waited for, and beyond ten seconds told instead', async () => {
  const { vitrine, calls } = await walletThat([status(429, { 'retry-after': '1' }), ok])
  const began = performance.now()
  await vitrine.sessions.isActive('session_1')
  expect(performance.now() - began).toBeGreaterThan(990)
  expect(calls).toHaveLength(2)
  await stop?.()
  const long = await walletThat([status(429, { 'retry-after': '60' })])
  expect(await failure(long.vitrine.sessions.isActive('session_1'))).toMatchObject({
    code: 'too_many_requests',
    data: { retryAfter: 60 },
  })
  expect(long.calls).toHaveLength(1)
})

test('a call that takes too long ends by itself', async () => {
  const { vitrine } = await walletThat([hangs], { timeoutMs: 50 })
  expect(await failure(vitrine.users.setMetadata('user_1', {}))).toMatchObject({
    ...{ type: 'client_error', code: 'client_request_timeout' },
  })
})

test('a signal ends a call under way, a wait between tries, and one that has not begun', async () => {
  const { vitrine, calls } = await walletThat([hangs])
  const controller = new AbortController()
  const call = vitrine.users.get('user_1', { signal: controller.signal })
  await expect.poll(() => calls.length).toBe(1)
  controller.abort(new Error('left'))
  await expect(call).rejects.toThrow('left')
  await expect(vitrine.users.get('user_1', { signal: controller.signal })).rejects.toThrow('left')
  expect(calls).toHaveLength(1)
  await stop?.()

  const waiting = await walletThat([status(503, { 'retry-after': '9' })])
  const second = new AbortController()
  const began = performance.now()
  const waits = waiting.vitrine.users.get('user_1', { signal: second.signal })
  await expect.poll(() => waiting.calls.length).toBe(1)
  second.abort(new Error('left too'))
  await expect(waits).rejects.toThrow('left too')
  expect(performance.now() - began).toBeLessThan(8_000)
})

test('the secret follows no redirect', async () => {
  let elsewhere = 0
  const thief = await startHttpServer((_, response) => {
    elsewhere++
    response.end(ACTIVE)
  })
  const { vitrine } = await walletThat([status(307, { location: `${thief.origin}/` })])
  const error = await failure(vitrine.users.setMetadata('user_1', {}))
  await thief.stop()
  expect(error.code).toBe('service_unavailable')
  expect(elsewhere).toBe(0)
})

test('a wrong secret is said in one sentence, which does not have it', async () => {
  const body = JSON.stringify({ error: 'Basic …', code: 'missing_or_invalid_token' })
  const { vitrine } = await walletThat([status(401, {}, body)])
  const error = await failure(vitrine.users.get('user_1'))
  expect(error).toMatchObject({ code: 'missing_or_invalid_token', status: 401 })
  expect(error.message).toMatch(/^The wallet origin does not know this app id with this app secret: [^.]+\.$/)
})

test('an origin that is no wallet’s is said', async () => {
  const { vitrine } = await walletThat([status(200, {}, '<h1>Welcome</h1>')])
  expect((await failure(vitrine.users.get('user_1'))).message).toContain('Is it your wallet origin?')
})

test.each(['', '..', '.', 'a/b', 'a?b', 'user 1', 'a'.repeat(129), undefined as never])(
  'an id that would make another call is refused: %s',
  async id => {
    const { vitrine, calls } = await walletThat([ok])
    expect(await failure(vitrine.users.get(id))).toMatchObject({ code: 'invalid_data' })
    expect(await failure(vitrine.sessions.isActive(id))).toMatchObject({ code: 'invalid_data' })
    expect(calls).toHaveLength(0)
  },
)

test('the secret is in no error, no address, and nothing that prints the object', async () => {
  const leaky: typeof fetch = async (_url, init) => {
    throw Object.assign(new TypeError(`failed with ${JSON.stringify(init)}`), { request: init })
  }
  const printed = (value: unknown) =>
    inspect(value, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(value) + String(value)
  const { vitrine, calls, origin } = await walletThat([status(403)])
  const other = createVitrineServer({
    ...{ appId: 'app_1', appSecret: SECRET, walletOrigin: origin, fetch: leaky },
  })
  const errors = [
    await failure(vitrine.users.get('user_1')),
    await failure(vitrine.users.delete('user_1', { wallets: [] })),
    await failure(other.users.delete('user_1', { wallets: [] })),
    await failure(other.verifyIdentityToken('e30.e30.e30')),
  ]
  const everything = [vitrine, other, ...errors, ...errors.map(({ stack }) => stack)].map(printed).join()
  for (const secret of [SECRET, BASIC]) {
    expect(everything).not.toContain(secret)
    expect(calls.map(({ url }) => url).join()).not.toContain(secret)
  }
})
