import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findClient } from '../apps/oauth-clients.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { createBot } from '../testing/telegram.ts'
import { CommandError } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { runCommand } from './run.ts'

const { token, settings } = createBot()
const secret = token.slice(token.indexOf(':') + 1)
let server: TestServer
let folder: string
let signer: Awaited<ReturnType<typeof startOperatorSigner>>
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  signer = await startOperatorSigner(server.database.db, { masterKey: Buffer.from(server.masterKey) })
})
afterAll(async () => {
  await signer.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) =>
  runCommand(server.database.db, args, {
    origin: 'https://wallet.example',
    signer: async () => signer,
    readSecret: async () => '',
  })
const set = (text: string) => {
  const path = join(folder, 'token.txt')
  writeFileSync(path, text)
  return run('telegram', 'set', server.appId, '--file', path)
}

test('sets a bot, says what to tell @BotFather, and never tells the token, which is sealed', async () => {
  const printed = await set(`${token}\n`)
  expect(printed).toMatch(/\/setdomain[^\n]*\n {2}https:\/\/wallet\.example\n/)
  expect(printed).toContain('`telegram_auth`')
  expect(printed).toContain(`"bot_id": "${settings.client_id}"`)
  const client = await findClient(server.ctx.db, server.appId, 'telegram')
  expect(client?.settings).toEqual({
    client_id: settings.client_id,
    authorization_endpoint: 'https://oauth.telegram.org/auth',
    web_app_key: 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d',
  })
  const { rows } = await server.database.db.execute(sql`select t::text as row from oauth_clients t`)
  for (const text of [printed, JSON.stringify(rows)]) expect(text).not.toContain(secret)
  expect(await run('telegram', 'remove', server.appId, '--yes')).toContain('no bot any more')
  await expect(run('telegram', 'remove', server.appId, '--yes')).rejects.toThrow(CommandError)
})

test.each([
  ['no token', ''],
  ['a token without its bot', secret],
  ['a key that is none', JSON.stringify({ bot_token: token, web_app_key: 'x' })],
  ['a page in the clear', JSON.stringify({ bot_token: token, authorization_endpoint: 'http://t.example/' })],
  ['broken JSON', `{"bot_token": "${token}"`],
])('a file with %s is refused, and nothing of it told', async (_, text) => {
  const error: unknown = await set(text).catch(reason => reason)
  expect(error).toBeInstanceOf(CommandError)
  expect(String(error)).not.toContain(secret)
  expect(await findClient(server.ctx.db, server.appId, 'telegram')).toBeNull()
})
