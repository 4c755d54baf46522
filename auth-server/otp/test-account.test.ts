import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandError } from '../commands/command.ts'
import { runCommand } from '../commands/run.ts'
import { accounts, testAccounts, users } from '../database/schema.ts'
import { askForCode, callAs, initCode, logIn, signedCall, tryCode } from '../testing/client.ts'
import { createDevice, type Device } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let device: Device
beforeAll(async () => {
  server = await startTestServer()
  device = await createDevice()
})
afterAll(() => server.stop())

const command = (...args: string[]) =>
  runCommand(server.database.db, ['test-account', ...args, '--app', server.appId])
const idOf = (printed: string) => /test_[\w-]+/.exec(printed)?.[0] ?? ''
const ask = (email: string, by = device, purpose = 'login') => initCode(server, by, { email, purpose })

test('logs in with the fixed code, again and again; nothing is sent, and no user exists before', async () => {
  const email = 'reviewer@test.example'
  await command('add', '--email', email, '--code', '424242', '--name', 'Reviewer')
  const sent = server.mails.length
  const usersBefore = await server.ctx.db.$count(users)
  expect(await ask(email)).toMatchObject({ status: 200, body: { success: true } })
  expect(await server.ctx.db.$count(users)).toBe(usersBefore)
  const first = await tryCode(server, device, { email, code: '424242' })
  expect(first).toMatchObject({ status: 200, body: { is_new_user: true } })
  await ask(email)
  const second = await tryCode(server, device, { email, code: '424242' })
  expect(second.body.user.id).toBe(first.body.user.id)
  expect(server.mails.length).toBe(sent)
  expect(await command('list')).toMatch(/ Reviewer +reviewer@test\.example +- +424242/)
})

test('the fixed code is a code like any other: single use, five tries', async () => {
  const email = 'guessed@test.example'
  await command('add', '--email', email, '--code', '424242')
  await ask(email)
  const parallel = await Promise.all([1, 2].map(() => tryCode(server, device, { email, code: '424242' })))
  expect(parallel.map(({ status }) => status).sort()).toEqual([200, 422])
  await ask(email)
  for (let i = 0; i < 5; i++) await tryCode(server, device, { email, code: '000000' })
  expect((await tryCode(server, device, { email, code: '424242' })).status).toBe(422)
})

test('works for a phone number', async () => {
  const app = await server.registerApp({ sms_auth: true })
  const add = ['test-account', 'add', '--phone', '(202) 555-0142', '--code', '131313', '--app', app.id]
  await runCommand(server.database.db, add)
  const headers = { 'vitrine-app-id': app.id }
  const phoneNumber = '+12025550142'
  await initCode(server, device, { phoneNumber }, { headers }, '/api/v1/passwordless_sms/init')
  const answer = await signedCall(server, device, '/api/v1/passwordless_sms/authenticate', {
    body: { phoneNumber },
    secret: { member: 'code', value: '131313', identity: { type: 'phone', subject: phoneNumber } },
    headers,
  })
  expect(answer.status).toBe(200)
  expect(server.messages).toEqual([])
})

test('a row that someone wrote into the database opens nobody’s account', async () => {
  const email = 'victim@test.example'
  const victim = await logIn(server, email)
  await server.database.db
    .insert(testAccounts)
    .values({ id: 'test_forged', appId: server.appId, email, otpCode: '111111' })
  await ask(email)
  const answer = await tryCode(server, device, { email, code: '111111' })
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  await server.database.db.delete(testAccounts).where(eq(testAccounts.id, 'test_forged'))
  expect((await logIn(server, email)).user.id).toBe(victim.user.id)
})

test('removed, it takes its user along, and the address is free for its owner', async () => {
  const email = 'freed@test.example'
  const id = idOf(await command('add', '--email', email, '--code', '424242'))
  await ask(email)
  const { body } = await tryCode(server, device, { email, code: '424242' })
  await command('remove', id, '--yes')
  expect(await server.ctx.db.$count(users, eq(users.id, body.user.id))).toBe(0)
  expect((await logIn(server, email)).user.id).not.toBe(body.user.id)
})

test.each([
  [['add', '--email', 'a@test.example']],
  [['add', '--code', '123456']],
  [['add', '--email', 'a@test.example', '--code', '12345']],
  [['add', '--email', 'nobody', '--code', '123456']],
  [['add', '--phone', '911', '--code', '123456']],
  [['remove', 'test_unknown', '--yes']],
  [['remove']],
])('%j is refused with a sentence', async args => {
  await expect(command(...args)).rejects.toThrow(CommandError)
})

test('an address that somebody uses, or that is a test account already, is refused', async () => {
  await logIn(server, 'used@test.example')
  await expect(command('add', '--email', 'used@test.example', '--code', '123456')).rejects.toThrow(
    'has an account already',
  )
  await command('add', '--email', 'twice@test.example', '--code', '123456')
  await expect(command('add', '--email', 'twice@test.example', '--code', '654321')).rejects.toThrow(
    'Remove it first',
  )
})

test('its code is linked to no real user, whose login everybody would then have', async () => {
  const email = 'public@test.example'
  await command('add', '--email', email, '--code', '424242')
  const former = 'owner@test.example'
  const person = await logIn(server, former)
  const changed = {
    secret: { member: 'code', value: '424242', identity: { type: 'email', subject: email } },
    as: { userId: person.user.id, token: person.token },
  }
  await ask(email, person.device, 'update')
  const update = await signedCall(server, person.device, '/api/v1/passwordless/update', {
    ...changed,
    body: { oldAddress: former, newAddress: email },
  })
  expect(update).toMatchObject({ status: 422, body: { code: 'failed_to_link_account' } })
  const { body: unmailed } = await callAs(server, person, '/api/v1/passwordless/unlink', {
    body: { address: email },
  })
  expect(unmailed.code).toBe('linked_account_not_found')
  await server.ctx.db.update(accounts).set({ type: 'passkey' }).where(eq(accounts.userId, person.user.id))
  await ask(email, person.device, 'link')
  const link = await signedCall(server, person.device, '/api/v1/passwordless/link', {
    ...changed,
    body: { email },
  })
  expect(link).toMatchObject({ status: 422, body: { code: 'failed_to_link_account' } })
})

test('a code that is out when the account comes or goes opens nothing, and locks nobody out', async () => {
  const going = 'going@test.example'
  const id = idOf(await command('add', '--email', going, '--code', '424242'))
  await ask(going)
  await command('remove', id, '--yes')
  expect((await tryCode(server, device, { email: going, code: '424242' })).status).toBe(422)
  expect((await logIn(server, going)).user.id).toBeTruthy()

  const coming = 'coming@test.example'
  const sent = await askForCode(server, device, coming)
  await command('add', '--email', coming, '--code', '424242')
  expect((await tryCode(server, device, { email: coming, code: sent })).status).toBe(422)
  await ask(coming)
  expect((await tryCode(server, device, { email: coming, code: '424242' })).status).toBe(200)
})
