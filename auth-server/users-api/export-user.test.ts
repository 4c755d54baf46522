import { type UserExport, userExport } from '@vitrine/shared/api/users.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configure } from '../account-changes/testing/steps.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { bringTogether, personByMail, personByPhone } from '../identity/testing/transfer-steps.ts'
import { enrollTotp } from '../mfa/testing/mfa-calls.ts'
import { logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { create, createSolana } from '../wallet/testing/wallet-calls.ts'
import { PERSONAL_TABLES } from './personal-tables.ts'
import { asBackend } from './testing/backend.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { sms_auth: true, added_login_hold_hours: 0, mfa_methods: ['totp'] })
})
afterAll(() => server.stop())

const exported = async (id: string) => (await asBackend<UserExport>(server, `GET /users/${id}/export`)).body

test('an export has all that is stored of a person and of whom they took in, and nobody else’s', async () => {
  const [own, taken, other] = [
    await personByMail(server),
    await personByPhone(server),
    await personByMail(server),
  ]
  const wallets = [
    (await (await create(server, own)).json()).address,
    (await (await createSolana(server, taken)).json()).address,
  ]
  await create(server, other)
  await bringTogether(server, own, taken.number)
  await asBackend(server, `PATCH /users/${own.userId}/custom_metadata`, { custom_metadata: { tier: 'gold' } })
  const body = await exported(own.userId)
  expect(userExport.safeParse(body).success).toBe(true)
  const { tables } = body
  expect(Object.keys(tables)).toEqual(Object.keys(PERSONAL_TABLES))
  expect(tables.users?.map(row => row.id).sort()).toEqual([own.userId, taken.userId].sort())
  expect(tables.users).toContainEqual(expect.objectContaining({ custom_metadata: { tier: 'gold' } }))
  expect(tables.accounts?.map(row => row.subject).sort()).toEqual([own.email, taken.number].sort())
  expect(tables.wallets?.map(row => row.address).sort()).toEqual(wallets.sort())
  expect(tables.sessions?.[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
  expect(tables.account_changes).toContainEqual(
    expect.objectContaining({ kind: 'merge', merged: expect.objectContaining({ userId: taken.userId }) }),
  )
  expect(tables.account_notices?.map(row => row.address)).toContain(own.email)
  const said = JSON.stringify(body)
  for (const theirs of [other.userId, other.email]) expect(said).not.toContain(theirs)
})

test('an export has no secret, key, hash or seal: not one value of the columns that are withheld, nor in those that are', async () => {
  const who = await logIn(server, 'secrets@mail.example')
  const { userId } = { userId: who.user.id }
  await enrollTotp(server, who)
  const said = JSON.stringify(await exported(userId))
  let values = 0
  for (const [name, { withheld, rows }] of Object.entries(PERSONAL_TABLES))
    for (const column of withheld?.columns ?? []) {
      if (rows !== undefined || column === 'key_id' || column === 'totp_step') continue
      const { rows: found } = await server.database.db.execute<{ value: string }>(sql`
        select ${sql.identifier(column)}::text as value from ${sql.identifier(name)}
        where user_id = ${userId} and ${sql.identifier(column)} is not null`)
      for (const { value } of found) {
        values++
        expect(said).not.toContain(value)
      }
    }
  expect(values).toBeGreaterThanOrEqual(3)
  const { rows } = await server.database.db.execute<{
    factors: { list: { secret?: string }[]; seal: string }
  }>(sql`select factors from mfa_factors where user_id = ${userId}`)
  const secrets = [rows[0]?.factors.seal, rows[0]?.factors.list[0]?.secret]
  for (const secret of secrets)
    expect([typeof secret, said.includes(secret ?? '')]).toEqual(['string', false])
  expect((await exported(userId)).tables.mfa_factors).toMatchObject([{ factors: [{ type: 'totp' }] }])
  expect(said).not.toMatch(/"seal":/)
})

test('an export is written down, by whom it was asked for, and names no operator of others', async () => {
  const { userId } = await personByMail(server)
  await exported(userId)
  await server.ctx.db
    .update(auditEvents)
    .set({ actor: 'operator:somebody', network: '198.51.100.x' })
    .where(eq(auditEvents.type, 'user.exported'))
  const { tables } = await exported(userId)
  expect(tables.audit_events).toContainEqual(
    expect.objectContaining({ type: 'user.exported', actor: 'operator', network: null }),
  )
  const rows = await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, userId))
  expect(rows.at(-1)).toMatchObject({ type: 'user.exported', actor: 'backend' })
})

test('of a user who is not the app’s there is none', async () => {
  const { userId } = await personByMail(server)
  const as = await server.registerApp({})
  const answer = await asBackend(server, `GET /users/${userId}/export`, undefined, { as })
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})
