import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { VitrineServerOptions } from '../server-options.ts'
import { createWebhooks } from './verify-webhook.ts'

afterEach(() => void vi.useRealTimers())

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const SECRET = newSecret()
const message = (data: object = {}, type = 'user.created') =>
  JSON.stringify({ type, timestamp: '2026-03-01T12:00:00.000Z', data: { app_id: 'app_1', ...data } })
const MESSAGE = message({ event_id: 1, user_id: 'user_1', user: null, session_id: 'session_1' })

/** As Standard Webhooks 1.0.0 has it. */
function signed(
  body: string,
  { id = 'msg_1', secret = SECRET, at = Math.floor(Date.now() / 1000), version = 'v1' } = {},
): Record<string, string> {
  const key = Buffer.from(secret.slice(6), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `${version},${digest}` }
}

const webhooks = (options: Partial<VitrineServerOptions> = {}) =>
  createWebhooks({ appId: 'app_1', webhookSecret: SECRET, ...options })

test.each<[string, (body: string) => string | Uint8Array | ArrayBuffer]>([
  ['text', body => body],
  ['bytes', body => Buffer.from(body)],
  ['an array buffer', body => new TextEncoder().encode(body).buffer],
])('a message is taken from %s', async (_, raw) => {
  expect(await webhooks().verify(raw(MESSAGE), signed(MESSAGE))).toEqual({
    id: 'msg_1',
    type: 'user.created',
    timestamp: new Date('2026-03-01T12:00:00.000Z'),
    data: { appId: 'app_1', eventId: 1, userId: 'user_1', user: null, sessionId: 'session_1' },
  })
})

test('headers may be those of the Fetch standard', async () => {
  expect(await webhooks().verify(MESSAGE, new Headers(signed(MESSAGE)))).toMatchObject({ id: 'msg_1' })
})

const now = () => Math.floor(Date.now() / 1000)
const INVALID = 'expired_or_invalid_authorization'
test.each<[string, string, Record<string, string | string[]>, string, string]>([
  ['of another secret', MESSAGE, signed(MESSAGE, { secret: newSecret() }), INVALID, 'not signed'],
  ['that was changed', `${MESSAGE} `, signed(MESSAGE), INVALID, 'not signed'],
  ['under another id', MESSAGE, { ...signed(MESSAGE), 'webhook-id': 'msg_2' }, INVALID, 'not signed'],
  [
    ...(['under another time', MESSAGE] as const),
    ...([{ ...signed(MESSAGE), 'webhook-timestamp': String(now() - 9) }, INVALID, 'not signed'] as const),
  ],
  ['that is old', MESSAGE, signed(MESSAGE, { at: now() - 310 }), INVALID, 'five minutes'],
  ['of the future', MESSAGE, signed(MESSAGE, { at: now() + 310 }), INVALID, 'five minutes'],
  ['without a time', MESSAGE, { ...signed(MESSAGE), 'webhook-timestamp': 'NaN' }, INVALID, 'has no'],
  ['without an id', MESSAGE, { ...signed(MESSAGE), 'webhook-id': '' }, INVALID, 'has no'],
  ['without a signature', MESSAGE, { ...signed(MESSAGE), 'webhook-signature': '' }, INVALID, 'not signed'],
  ['of another scheme', MESSAGE, signed(MESSAGE, { version: 'v1a' }), INVALID, 'not signed'],
  [
    'with an empty signature',
    MESSAGE,
    { ...signed(MESSAGE), 'webhook-signature': 'v1,' },
    INVALID,
    'not signed',
  ],
  [
    'whose signature is no base64',
    MESSAGE,
    { ...signed(MESSAGE), 'webhook-signature': 'v1,%' },
    INVALID,
    'not signed',
  ],
  [
    'with a header twice',
    MESSAGE,
    { ...signed(MESSAGE), 'webhook-id': ['msg_1', 'msg_1'] },
    INVALID,
    'has no',
  ],
  ['without headers', MESSAGE, {}, INVALID, 'has no'],
  [
    'of another app',
    message({ app_id: 'app_2' }),
    signed(message({ app_id: 'app_2' })),
    INVALID,
    'another app',
  ],
  ['that is no JSON', 'hello', signed('hello'), 'invalid_data', 'no message'],
  ['that is no message', '{}', signed('{}'), 'invalid_data', 'no message'],
])('a message %s is refused', async (_, body, headers, code, why) => {
  await expect(webhooks().verify(body, headers)).rejects.toMatchObject({
    ...{ name: 'VitrineError', code, message: expect.stringContaining(why) },
  })
})

test('a body that was parsed is refused, with what to do', async () => {
  const parsed = JSON.parse(MESSAGE) as never
  await expect(webhooks().verify(parsed, signed(MESSAGE))).rejects.toMatchObject({
    code: 'invalid_data',
    message: expect.stringContaining('express.raw'),
  })
})

test('a message is taken once, also of two deliveries at once, and again where its work failed', async () => {
  const { verify, release } = webhooks()
  const answers = await Promise.allSettled([1, 2].map(() => verify(MESSAGE, signed(MESSAGE))))
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const again = signed(MESSAGE, { at: now() + 1 })
  await expect(verify(MESSAGE, again)).rejects.toMatchObject({ code: 'resource_conflict' })
  await release({ id: 'msg_1' })
  await verify(MESSAGE, again)
})

test('a message that was refused is not noted: its own delivery is taken', async () => {
  const { verify } = webhooks()
  await expect(verify(MESSAGE, signed(MESSAGE, { secret: newSecret() }))).rejects.toThrow('not signed')
  await verify(MESSAGE, signed(MESSAGE))
})

test('an id is kept until its timestamp is refused, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { verify } = webhooks()
  const recorded = signed(MESSAGE)
  await verify(MESSAGE, recorded)
  vi.setSystemTime(Date.now() + 299_000)
  await expect(verify(MESSAGE, recorded)).rejects.toMatchObject({ code: 'resource_conflict' })
  vi.setSystemTime(Date.now() + 3_000)
  await expect(verify(MESSAGE, recorded)).rejects.toMatchObject({ code: INVALID })
  await verify(MESSAGE, signed(MESSAGE))
})

test('several processes share what was taken by a store of their own', async () => {
  const taken = new Set<string>()
  const replayStore = {
    claim: async (id: string) => !taken.has(id) && !!taken.add(id),
    release: async (id: string) => void taken.delete(id),
  }
  await webhooks({ replayStore }).verify(MESSAGE, signed(MESSAGE))
  await expect(webhooks({ replayStore }).verify(MESSAGE, signed(MESSAGE))).rejects.toMatchObject({
    code: 'resource_conflict',
  })
})

test('either secret is good while one takes the place of the other, and either signature of two', async () => {
  const next = newSecret()
  const both = webhooks({ webhookSecret: [next, SECRET] })
  await both.verify(MESSAGE, signed(MESSAGE))
  await both.verify(MESSAGE, signed(MESSAGE, { id: 'msg_2', secret: next }))
  const old = signed(MESSAGE, { id: 'msg_3' })
  const mixed = signed(MESSAGE, { id: 'msg_3', secret: newSecret(), at: Number(old['webhook-timestamp']) })
  const signatures = `${mixed['webhook-signature']} ${old['webhook-signature']}`
  await webhooks().verify(MESSAGE, { ...old, 'webhook-signature': signatures })
})

test('without a secret nothing is taken', async () => {
  const none = webhooks({ webhookSecret: undefined })
  await expect(none.verify(MESSAGE, signed(MESSAGE))).rejects.toMatchObject({ code: 'configuration_error' })
})
