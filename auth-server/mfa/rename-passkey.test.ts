import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configure } from '../account-changes/testing/steps.ts'
import { accounts, devices } from '../database/schema.ts'
import { callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { linkPasskey } from './testing/mfa-calls.ts'

let server: TestServer
let me: LoggedIn
let id: string
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { passkey_auth: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  me = await logIn(server, `${randomUUID()}@names.example`)
  id = (await linkPasskey(server, me)).id
})

interface Answered {
  readonly code?: string
  readonly linked_accounts?: readonly { readonly type: string; readonly name?: string }[]
}
const rename = (name: unknown, who = me, credential = id) =>
  callAs<Answered>(server, who, '/api/v1/passkeys/rename', { body: { credential_id: credential, name } })
const nameOf = async (answer: ReturnType<typeof rename>) =>
  (await answer).body.linked_accounts?.find(({ type }) => type === 'passkey')?.name
const row = async () =>
  (await server.ctx.db.select().from(accounts).where(eq(accounts.subject, id)))[0] ?? expect.fail('no row')

test('a person calls a passkey what they like, and nothing else of it changes', async () => {
  const before = await row()
  expect(await nameOf(rename('  My   phone '))).toBe('My phone')
  for (const name of ['キッチン', '👩‍🚀', 'می‌خواهم', '"; drop table'])
    expect(await nameOf(rename(name))).toBe(name)
  const { details, ...rest } = await row()
  expect({ ...rest, details: { ...details, name: undefined } }).toEqual({
    ...before,
    details: { ...before.details, name: undefined },
  })
})

test('without a name it has its own again', async () => {
  await rename('Mine')
  expect(await nameOf(rename('  '))).toBeUndefined()
  expect((await row()).details).not.toHaveProperty('name')
})

test.each([
  ['too long', 'n'.repeat(49)],
  ['of two lines', 'a\nb'],
  ['that turns what follows', 'a\u202eb'],
  ['with half of a character', 'a\ud83d'],
  ['no text', 5],
])('a name %s is refused', async (_, name) => {
  expect(await rename(name)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  expect((await row()).details.name).toBeUndefined()
})

test('nobody names another person’s passkey, or an account that is none', async () => {
  const other = await logIn(server, `${randomUUID()}@names.example`)
  const missing = { status: 404, body: { code: 'linked_account_not_found' } }
  expect(await rename('Theirs', other)).toMatchObject(missing)
  const { subject } = (
    await server.ctx.db.select().from(accounts).where(eq(accounts.userId, other.user.id))
  )[0] ?? { subject: '' }
  expect(await rename('Mail', other, Buffer.from(subject).toString('base64url'))).toMatchObject(missing)
  expect((await row()).details.name).toBeUndefined()
})

test('a device that is held names nothing', async () => {
  const heldUntil = new Date(server.clock.now + 60_000)
  await server.ctx.db
    .update(devices)
    .set({ heldUntil, heldFor: 'alarm' })
    .where(eq(devices.userId, me.user.id))
  expect(await rename('Mine')).toMatchObject({ status: 403, body: { code: 'policy_violation' } })
})
