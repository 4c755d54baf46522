import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepUp, tokenIn, toldAt, undo } from '../account-changes/testing/steps.ts'
import { askForChallenge, solve } from '../captcha/testing/solve.ts'
import { stepUps } from '../database/change-tables.ts'
import { finishJobs } from '../jobs/testing/run-jobs.ts'
import { backUp } from '../testing/backup.ts'
import { askForCode, call, callAs, initCode, type LoggedIn, logIn, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { runCommand } from './run.ts'

const SESSIONS = '/api/v1/sessions'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const restore = () => runCommand(server.database.db, ['restore', '--yes'])
const refresh = async ({ device }: LoggedIn, refreshToken: string) =>
  call(server, SESSIONS, {
    body: { refresh_token: refreshToken },
    headers: { dpop: await device.prove('POST', `${ORIGIN}${SESSIONS}`, { now: server.clock.now }) },
  })
const me = (person: LoggedIn) => callAs(server, person, '/api/v1/users/me', { method: 'GET' })

test('a session that ended since the backup stays ended, and so does every other', async () => {
  const [gone, there] = [await logIn(server, 'gone@mail.example'), await logIn(server, 'there@mail.example')]
  const putBack = await backUp(server.database.db)
  expect((await callAs(server, gone, `${SESSIONS}/logout`, { body: {} })).status).toBe(200)
  expect((await refresh(there, there.refreshToken)).status).toBe(200)
  await putBack()
  // Without the command the one who logged out is in again, and the other's used refresh token is good.
  expect((await me(gone)).status).toBe(200)

  expect(await restore()).toContain('Sessions ended  2')
  for (const person of [gone, there]) {
    expect(await me(person)).toMatchObject({ status: 401, body: { code: 'missing_or_invalid_token' } })
    expect(await refresh(person, person.refreshToken)).toMatchObject({ status: 401 })
  }
  const again = await logIn(server, 'there@mail.example')
  expect(again.user.id).toBe(there.user.id)
})

test('what was used since the backup is not good again', async () => {
  const device = await createDevice()
  const app = await server.registerApp({ captcha_enabled: true })
  const headers = { 'vitrine-app-id': app.id }
  const code = await askForCode(server, device, 'used@mail.example')
  const token = await solve(await askForChallenge(server, { headers }))
  const sendWith = () => initCode(server, device, { email: 'captcha@mail.example', token }, { headers })
  const putBack = await backUp(server.database.db)
  expect((await tryCode(server, device, { email: 'used@mail.example', code })).status).toBe(200)
  expect((await sendWith()).status).toBe(200)
  await putBack()
  await restore()
  const answer = await tryCode(server, device, { email: 'used@mail.example', code })
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
  expect(await sendWith()).toMatchObject({ status: 422, body: { code: 'invalid_captcha' } })
})

test('a link that undid a change since the backup does nothing a second time, nor does a proof of before', async () => {
  const email = 'undone@mail.example'
  const person = await logIn(server, email)
  await stepUp(server, person, { purpose: 'link', target: 'email:new@mail.example' })
  await logIn(server, email)
  const [told] = await toldAt(server, email)
  const putBack = await backUp(server.database.db)
  expect((await undo(server, tokenIn(told))).outcome).toBe('done')
  await putBack()
  await restore()
  expect(await server.ctx.db.select().from(stepUps)).toEqual([])
  const again = await logIn(server, email, person.device)
  expect((await undo(server, tokenIn(told))).outcome).toBe('over')
  expect((await me(again)).status).toBe(200)
  // What had been told is not told again.
  await finishJobs(server.ctx, ['notices'])
  expect(server.notices.filter(({ to }) => to === email)).toHaveLength(1)
})

test('the denylist is asked at each login that follows, and what it lacks is the operator’s to write again', async () => {
  const person = await logIn(server, 'denied@mail.example')
  const deny = () =>
    runCommand(server.database.db, ['deny', 'add', '--app', server.appId, '--email', 'denied@mail.example'])
  await deny()
  expect(await restore()).toMatch(
    new RegExp(`Denylist of ${server.appId}  1 entry, the last of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC`),
  )
  expect((await me(person)).status).toBe(401)
  const code = await askForCode(server, person.device, 'denied@mail.example')
  const answer = await tryCode(server, person.device, { email: 'denied@mail.example', code })
  expect(answer).toMatchObject({ status: 403, body: { code: 'allowlist_rejected' } })
})

test('run again it does nothing more', async () => {
  await logIn(server, 'again@mail.example')
  await restore()
  const { rows } = await server.database.db.execute(sql`select * from sessions order by id`)
  expect(await restore()).toContain('Sessions ended  0')
  expect((await server.database.db.execute(sql`select * from sessions order by id`)).rows).toEqual(rows)
})

test('names the month of a backup that is older, for who made a wallet since', async () => {
  expect(await restore()).not.toContain('VITRINE_RESTORED_MONTH')
  const { db } = server.database
  for (const [table, column] of [
    ['users', 'created_at'],
    ['accounts', 'first_verified_at'],
    ['sessions', 'created_at'],
  ] as const)
    await db.execute(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = '2025-03-09T12:00:00Z'`,
    )
  expect(await restore()).toContain('VITRINE_RESTORED_MONTH=2025-03')
})

test('with a word it looks for the backup of that name', async () => {
  for (const more of [[], ['--yes']])
    await expect(runCommand(server.database.db, ['restore', 'everything', ...more])).rejects.toThrow(
      'There is no file everything',
    )
})
