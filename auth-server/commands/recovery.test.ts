import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findClient } from '../apps/oauth-clients.ts'
import { DRIVE_SCOPE } from '../oauth-providers/google-drive.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { CommandError } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { runCommand } from './run.ts'

const SECRET = 'GOCSPX-of-the-shop'
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

let typed = `${SECRET}\n`
const run = (...args: string[]) =>
  runCommand(server.database.db, args, {
    origin: 'https://wallet.example',
    signer: async () => signer,
    readSecret: async () => typed,
  })
const edit = (wallets: object) => {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify({ embedded_wallet_config: wallets }))
  return run('app', 'edit', server.appId, '--file', path)
}
const CONTAINER = { container_identifier: 'iCloud.com.shop', api_token: 'a1', environment: 'production' }

test('sets Google Drive up, says what to enter where, lists it, removes it, and never tells the secret', async () => {
  const { appId } = server
  const printed = [
    await run('recovery', 'list', appId),
    await run('recovery', 'set', appId, 'google-drive', '--client-id', 'shop-1'),
  ]
  expect(printed).toEqual([
    'This app offers no recovery but the automatic one.',
    expect.stringMatching(
      /known at Google Drive as shop-1\.\n.*console\.cloud\.google\.com\S+:\n {2}https:\/\/wallet\.example\/oauth\/callback\n.*\n.*user_owned_recovery_options/,
    ),
  ])
  const client = await findClient(server.ctx.db, appId, 'google-drive')
  expect(client?.settings).toMatchObject({
    client_id: 'shop-1',
    issuer: null,
    token_endpoint: 'https://oauth2.googleapis.com/token',
    scopes: [DRIVE_SCOPE],
  })
  await edit({ user_owned_recovery_options: ['google-drive', 'icloud', 'passkey'], icloud: CONTAINER })
  printed.push(await run('recovery', 'list', appId))
  expect(printed.at(-1)).toBe(
    'google-drive  shop-1\nicloud        iCloud.com.shop (production)\npasskey       needs nothing set up',
  )
  const { rows } = await server.database.db.execute(sql`select t::text from oauth_clients t`)
  for (const text of [...printed, JSON.stringify(rows)]) expect(text).not.toContain(SECRET)
  expect(await run('recovery', 'remove', appId, 'google-drive', '--yes')).toContain('no longer known')
  await expect(run('recovery', 'remove', appId, 'google-drive', '--yes')).rejects.toThrow(CommandError)
  expect(await run('recovery', 'list', appId)).toContain('google-drive  not set up')
})

test('an app that offers what is not set up is told so at the edit', async () => {
  expect(await edit({ user_owned_recovery_options: ['google-drive'] })).toContain(
    `\`recovery set ${server.appId} google-drive\``,
  )
  await expect(edit({ user_owned_recovery_options: ['icloud'] })).rejects.toThrow(
    'embedded_wallet_config.icloud: recovery by iCloud needs container_identifier',
  )
  expect(await edit({ user_owned_recovery_options: ['icloud'], icloud: CONTAINER })).toBe(
    `${server.appId} is changed.`,
  )
})

test('a cloud at an address of somebody else’s is refused at the edit', async () => {
  const url = 'https://drive.thief.example'
  await expect(edit({ google_drive_url: url })).rejects.toThrow(
    'embedded_wallet_config.google_drive_url: a recovery secret goes to https://www.googleapis.com and nowhere else',
  )
  await expect(edit({ icloud: { ...CONTAINER, url } })).rejects.toThrow('embedded_wallet_config.icloud.url')
})

test.each([
  ['a cloud without a secret', ['icloud', '--client-id', 'x'], SECRET, /only google-drive has a secret/],
  ['no secret', ['google-drive', '--client-id', 'x'], '', /client secret is missing/],
  ['an id with a space', ['google-drive', '--client-id', 'x y'], SECRET, /--client-id: write what/],
  [
    'an address in the clear',
    ['google-drive', '--client-id', 'x', '--token-endpoint', 'http://a.example/'],
    SECRET,
    /--token-endpoint: write an address that begins with https/,
  ],
  ['no id', ['google-drive'], SECRET, /Usage:/],
])('%s is refused', async (_, args, secret, message) => {
  typed = secret
  await expect(run('recovery', 'set', server.appId, ...args)).rejects.toThrow(message)
  expect(await findClient(server.ctx.db, server.appId, 'google-drive')).toBeNull()
})
