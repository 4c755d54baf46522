import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findClient } from '../apps/oauth-clients.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { CommandError } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { runCommand } from './run.ts'

const SECRET = 'secret-of-the-shop'
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
const write = (content: unknown) => {
  const path = join(folder, 'client.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const set = (provider: string, content: unknown) =>
  run('oauth', 'set', server.appId, '--provider', provider, '--file', write(content))

test('sets, lists, replaces and removes a client, says what to enter where, and never tells the secret', async () => {
  const file = { client_id: 'shop-1', client_secret: SECRET }
  const printed = [await run('oauth', 'list', server.appId), await set('google', file)]
  printed.push(
    await set('google', { ...file, client_id: 'shop-2' }),
    await run('oauth', 'list', server.appId),
  )
  expect(printed).toEqual([
    'This app is known at no provider.',
    expect.stringMatching(
      /known at google as shop-1\.\nEnter this redirect URI at https:\/\/console\.cloud\.google\.com\S+:\n {2}https:\/\/wallet\.example\/oauth\/callback\n.*`google_oauth`/,
    ),
    expect.stringContaining('shop-2'),
    expect.stringMatching(/^google {2}shop-2 {2}since 20/),
  ])
  const { rows } = await server.database.db.execute<{ row: string }>(
    sql`select t::text as row from oauth_clients t`,
  )
  for (const text of [...printed, JSON.stringify(rows)]) expect(text).not.toContain(SECRET)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(SECRET).toString('base64url').slice(0, 20))
  expect(await run('oauth', 'remove', server.appId, '--provider', 'google', '--yes')).toContain(
    'no longer known',
  )
  await expect(run('oauth', 'remove', server.appId, '--provider', 'google', '--yes')).rejects.toThrow(
    CommandError,
  )
})

test.each<[string, string, unknown, RegExp]>([
  ['no JSON', 'google', '{', /holds no JSON/],
  ['no secret', 'google', { client_id: 'x' }, /client_secret: the file needs it/],
  ['no id', 'google', { client_secret: SECRET }, /client_id/],
  [
    'a misspelt field',
    'google',
    { client_id: 'x', client_secret: SECRET, scope: [] },
    /scope: there is no such field/,
  ],
  ['no key', 'apple', { client_id: 'x', client_secret: SECRET }, /private_key: the file needs it/],
  [
    'an address in the clear',
    'google',
    { client_id: 'x', client_secret: SECRET, token_endpoint: 'http://a.example/' },
    /token_endpoint: write an address that begins with https/,
  ],
  ['no issuer of an own one', 'custom:bank', { client_id: 'x', client_secret: SECRET }, /issuer: name it/],
  [
    'nothing that says who it is',
    'custom:bank',
    {
      client_id: 'x',
      client_secret: SECRET,
      authorization_endpoint: 'https://b.example/a',
      token_endpoint: 'https://b.example/t',
    },
    /issuer/,
  ],
  [
    'an issuer that does not answer',
    'custom:bank',
    { client_id: 'x', client_secret: SECRET, issuer: 'http://127.0.0.1:1' },
    /issuer: .* cannot be read/,
  ],
])('a file with %s says which field, and never the secret', async (_, provider, file, message) => {
  const error: unknown = await set(provider, file).catch(reason => reason)
  expect(error).toBeInstanceOf(CommandError)
  expect(String(error)).toMatch(message)
  expect(String(error)).not.toContain(SECRET)
  expect(await findClient(server.ctx.db, server.appId, provider)).toBeNull()
})

test('an Apple key needs its team and its name', async () => {
  const private_key = '-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----'
  await expect(set('apple', { client_id: 'x', private_key })).rejects.toThrow(/team_id/)
  expect(await set('apple', { client_id: 'x', private_key, team_id: 'T', key_id: 'K' })).toContain('as x')
})

test('an own provider is asked what it says of itself, and believed of itself alone', async () => {
  let issuer = ''
  const host = createServer((_request, response) => {
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: 'https://bank.example/authorize',
        token_endpoint: 'https://bank.example/token',
        jwks_uri: 'https://bank.example/keys',
      }),
    )
  }).listen(0, '127.0.0.1')
  const own = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  await new Promise(resolve => host.once('listening', resolve))
  issuer = own()
  const file = { client_id: 'x', client_secret: SECRET, issuer: own() }
  expect(await set('custom:bank', file)).toContain(`Enter this redirect URI at ${own()}`)
  expect((await findClient(server.ctx.db, server.appId, 'custom:bank'))?.settings).toMatchObject({
    token_endpoint: 'https://bank.example/token',
    scopes: ['openid', 'email', 'profile'],
  })
  issuer = 'https://evil.example'
  await expect(set('custom:bank', file)).rejects.toThrow(/says that it is "https:\/\/evil.example"/)
  await new Promise(resolve => host.close(resolve))
})

test('the server’s own role and signer set none', async () => {
  await expect(
    server.ctx.db.execute(
      sql`insert into oauth_clients (app_id, provider, settings, sealed_secret) values ('a', 'b', '{}', 'c')`,
    ),
  ).rejects.toThrow()
  await expect(
    run('oauth', 'set', server.appId, '--provider', 'nobody', '--file', write({})),
  ).rejects.toThrow('There is no provider nobody.')
})
