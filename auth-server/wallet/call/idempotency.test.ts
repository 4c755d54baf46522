import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apps, users } from '../../database/schema.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type IdempotentRequest, requestHash, storeAnswer, storedAnswer } from './idempotency.ts'

const NOW = Date.UTC(2026, 0, 2)
const DAY_MS = 24 * 60 * 60_000

let database: TestDatabase
let request: IdempotentRequest
let count = 0

beforeAll(async () => {
  database = await openTestDatabase()
  const config = { name: 'Shop' } as typeof apps.$inferInsert.config
  await database.db.insert(apps).values({ id: 'app_1', config, secretHash: '' })
})
afterAll(() => database.close())
beforeEach(async () => {
  const userId = `user_${++count}`
  await database.db.insert(users).values({ id: userId, appId: 'app_1' })
  request = { userId, key: 'the-idempotency-key', hash: 'first' }
})

const store = (body: unknown, hash = 'first', now = NOW) =>
  storeAnswer(database.db, { ...request, hash }, body, now)

test('the answer that was stored first stands', async () => {
  expect(await store({ answer: 1 })).toEqual({ body: { answer: 1 } })
  expect(await store({ answer: 2 })).toEqual({ body: { answer: 1 } })
  expect(await storedAnswer(database.db, request, NOW)).toEqual({ body: { answer: 1 } })
})

test('of two different requests that store at once, one gets a conflict', async () => {
  const settled = await Promise.allSettled([store({ answer: 1 }, 'first'), store({ answer: 2 }, 'second')])
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'resource_conflict' },
  })
})

test('an answer is gone after 24 hours, to the millisecond', async () => {
  await store({ answer: 1 })
  expect(await storedAnswer(database.db, request, NOW + DAY_MS - 1)).toEqual({ body: { answer: 1 } })
  expect(await storedAnswer(database.db, request, NOW + DAY_MS)).toBeNull()
  expect(await store({ answer: 2 }, 'second', NOW + DAY_MS)).toEqual({ body: { answer: 2 } })
})

test('the hash covers what is asked for and leaves the expiry out', () => {
  const payload = {
    version: 1,
    method: 'POST',
    url: 'https://wallet.example/api/v1/wallets',
    body: { a: 1, b: 2 },
    headers: {
      'vitrine-app-id': 'app_1',
      'vitrine-idempotency-key': 'the-idempotency-key',
      'vitrine-request-expiry': '1767225600000',
    },
  } as const
  const hash = requestHash(payload)
  const headers = { ...payload.headers, 'vitrine-request-expiry': '1767225700000' }
  expect(requestHash({ ...payload, headers, body: { b: 2, a: 1 } })).toBe(hash)
  expect(requestHash({ ...payload, body: { a: 1, b: 3 } })).not.toBe(hash)
  expect(requestHash({ ...payload, url: `${payload.url}/wallet_1/rpc` })).not.toBe(hash)
  expect(requestHash({ ...payload, headers: { ...headers, 'vitrine-app-id': 'app_2' } })).not.toBe(hash)
})
