import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../account-changes/testing/steps.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { users } from '../database/schema.ts'
import { logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { create, logInOnNewDevice } from '../wallet/testing/wallet-calls.ts'
import { CommandError, Refusal, type SecretTools, UsageError } from './command.ts'
import { runCommand } from './run.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'vitrine-user-'))
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const tools = (): SecretTools => ({
  origin: '',
  readSecret: async () => '',
  signer: async () => server.ctx.signer,
  now: () => server.clock.now,
})
const vitrine = (...args: string[]) => runCommand(server.database.db, args, tools())
const json = async (...args: string[]) => JSON.parse(await vitrine(...args, '--json'))
const operations = async (userId: string | null) =>
  (
    await server.ctx.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actor, 'command'))
      .orderBy(auditEvents.id)
  )
    .filter(row => row.userId === userId)
    .map(({ type, data }) => [type, data])

describe('an operator', () => {
  test('pages through an app’s users and finds one, which the audit tells without what was searched for', async () => {
    const [one, two] = [
      await logIn(server, 'list.one@mail.example'),
      await logIn(server, 'list.two@mail.example'),
    ]
    const first = await json('user', 'list', server.appId, '--limit', '1')
    expect(first.users).toHaveLength(1)
    const second = await json('user', 'list', server.appId, '--limit', '1', '--after', first.next)
    expect(second.users[0].id).not.toBe(first.users[0].id)
    const found = await json('user', 'search', server.appId, '--email', 'list.one@mail.example')
    expect(found.users.map(({ id }: { id: string }) => id)).toEqual([one.user.id])
    const prefixed = await vitrine('user', 'search', '--app', server.appId, '--email-prefix', 'list.')
    for (const known of [one.user.id, two.user.id, 'list.two@mail.example']) expect(prefixed).toContain(known)
    expect(await vitrine('user', 'search', server.appId, '--email-prefix', 'l%')).toBe(
      'There are no such users.',
    )
    expect((await operations(null)).slice(-2)).toEqual([
      ['user.searched', { searched_by: 'email_prefix', count: 2 }],
      ['user.searched', { searched_by: 'email_prefix', count: 0 }],
    ])
  })

  test('sees a user with sessions, and that is in the audit', async () => {
    const who = await logIn(server, 'show@mail.example')
    const shown = await vitrine('user', 'show', who.user.id)
    expect(shown).toMatch(/account +email show@mail\.example/)
    expect(shown).toMatch(/session +session_[0-9a-f]{32}/)
    expect((await operations(who.user.id))[0]).toEqual(['user.viewed', {}])
    const { id, app_id, sessions } = await json('user', 'show', who.user.id)
    expect([id, app_id, sessions.length]).toEqual([who.user.id, server.appId, 1])
  })

  test('exports a person to a file of their own, and over none that is there', async () => {
    const who = await logIn(server, 'export@mail.example')
    const file = join(folder, 'export.json')
    await vitrine('user', 'export', who.user.id, '--out', file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 1, user_id: who.user.id })
    await expect(vitrine('user', 'export', who.user.id, '--out', file)).rejects.toThrow('it is there already')
    expect(JSON.parse(await vitrine('user', 'export', who.user.id)).user_id).toBe(who.user.id)
    expect((await operations(who.user.id))[0]).toEqual(['user.exported', {}])
  })

  test('notes something of a user by names, or by a file', async () => {
    const { id } = (await logIn(server, 'metadata@mail.example')).user
    const set = ['--set', 'tier=gold', '--set', 'score=1.5', '--set', 'vip=true', '--set', 'zip=012']
    expect((await json('user', 'metadata', id, ...set)).custom_metadata).toEqual({
      ...{ tier: 'gold', score: 1.5, vip: true, zip: '012' },
    })
    const file = join(folder, 'change.json')
    writeFileSync(file, '{"score": null, "tier": "silver"}')
    expect((await json('user', 'metadata', id, '--file', file, '--unset', 'zip')).custom_metadata).toEqual({
      ...{ tier: 'silver', vip: true },
    })
    for (const bomb of ['{"__proto__": 1}', '{"a": {}}', '[]', 'no']) {
      writeFileSync(file, bomb)
      await expect(vitrine('user', 'metadata', id, '--file', file)).rejects.toThrow(CommandError)
    }
    await expect(vitrine('user', 'metadata', id)).rejects.toThrow('Say what changes')
    await expect(vitrine('user', 'metadata', id, '--set', 'x')).rejects.toThrow('--set takes name=value')
    const fields = (await operations(id)).map(([, data]) => data)
    expect(fields).toEqual([
      { fields: ['tier', 'score', 'vip', 'zip'] },
      { fields: ['score', 'tier', 'zip'] },
    ])
  })

  test('logs a user out', async () => {
    const who = await logIn(server, 'revoke@mail.example')
    expect(await json('user', 'revoke-sessions', who.user.id)).toEqual({ user_id: who.user.id, revoked: 1 })
    expect(await isAlive(server, who)).toBe(false)
  })

  test('deletes a user by naming the wallets and typing the id, and nobody by mistake', async () => {
    const who = await logInOnNewDevice(server, 'delete@mail.example')
    const { address } = await (await create(server, who)).json()
    const there = () => server.ctx.db.$count(users, eq(users.id, who.userId))
    await expect(vitrine('user', 'delete', who.userId, '--yes')).rejects.toThrow(
      `Write --wallets ${address}.`,
    )
    const named = ['user', 'delete', who.userId, '--wallets', address]
    await expect(vitrine(...named)).rejects.toThrow('Nobody is there to be asked: add --yes.')
    const asked: string[] = []
    const answering = (typed: string) =>
      runCommand(server.database.db, named, {
        ...tools(),
        async answer(question) {
          asked.push(question)
          return typed
        },
      })
    await expect(answering('yes')).rejects.toThrow(Refusal)
    expect([asked[0]?.includes(address), await there()]).toEqual([true, 1])
    expect(await answering(who.userId)).toContain('is deleted')
    expect(await there()).toBe(0)
    await expect(vitrine('user', 'show', who.userId)).rejects.toThrow(`There is no user ${who.userId}.`)
    const [deleted] = await server.ctx.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.type, 'user.deleted'))
    expect(deleted).toMatchObject({ actor: 'command', userId: who.userId })
  })

  test.each([
    ['search', '--type', 'passkey'],
    ['search'],
    ['list', '--limit', '0'],
    ['list', '--after', 'x'],
    ['search', '--email', 'a@mail.example', '--phone', '+12025550123'],
  ])('is told how it is written where it is not: user %s %s', async (name, ...more) => {
    await expect(vitrine('user', name, server.appId, ...more)).rejects.toThrow(UsageError)
  })
})

describe('audit list', () => {
  test('tells of one app or of all, of a user, a type and a time, page by page', async () => {
    const who = await logIn(server, 'audited@mail.example')
    const mine = await json('audit', 'list', '--user', who.user.id)
    expect(mine.events.map(({ type }: { type: string }) => type)).toEqual([
      'user.authenticated',
      'user.created',
    ])
    // The look before is written down, and each of these.
    const first = await json('audit', 'list', server.appId, '--user', who.user.id, '--limit', '2')
    expect(first.events.map(({ type }: { type: string }) => type)).toEqual([
      'user.viewed',
      'user.authenticated',
    ])
    const after = ['--after', first.next]
    const rest = await json('audit', 'list', server.appId, '--user', who.user.id, '--limit', '2', ...after)
    expect([rest.events[0].type, rest.next]).toEqual(['user.created', null])
    await expect(vitrine('audit', 'list', '--user', who.user.id, ...after)).rejects.toThrow('another app')
    expect(await vitrine('audit', 'list', '--type', 'user.created', '--user', who.user.id)).toContain(
      'person',
    )
    expect(await vitrine('audit', 'list', '--since', '2999-01-01')).toBe('There are no such events.')
    for (const wrong of [
      ['--since', 'yesterday'],
      ['--type', 'user.none'],
      ['--limit', '101'],
    ])
      await expect(vitrine('audit', 'list', ...wrong)).rejects.toThrow(UsageError)
    await expect(vitrine('audit', 'list', 'app_none')).rejects.toThrow('There is no app app_none.')
  })
})
