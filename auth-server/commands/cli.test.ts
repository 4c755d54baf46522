import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityThumbprint } from '@vitrine/shared/signer/statement.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findApp, hashSecret } from '../apps/registry.ts'
import { nameOfDatabase } from '../database/connect.ts'
import { storeRoots } from '../keys/stored-roots.ts'
import { createTestCustody } from '../signer/testing/custody.ts'
import { derivedRoots } from '../signer/testing/derived-roots.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { serverCommand, startProgram } from '../testing/process-tree.ts'
import { CommandError } from './command.ts'
import { NO_TOOLS, runCommand } from './run.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A command as the operator runs it. @returns exit code, standard output and error */
async function vitrine(env: Record<string, string>, ...args: string[]) {
  const program = startProgram([...serverCommand('cli'), ...args], env)
  return { code: await program.outcome, output: program.output() }
}

describe('app create --wallets', () => {
  const create = (...wallets: string[]) =>
    runCommand(database.db, [
      'app',
      'create',
      '--name',
      'Shop',
      '--origin',
      'https://shop.example',
      ...wallets,
    ])
  const configOf = async (printed: string) =>
    (await findApp(database.db, /app_\w+/.exec(printed)?.[0] ?? ''))?.config.embedded_wallet_config

  test.each([
    [['--wallets', 'ethereum,solana'], 'users-without-wallets', 'users-without-wallets'],
    [['--wallets', 'ethereum', '--wallets', 'solana'], 'users-without-wallets', 'users-without-wallets'],
    [['--wallets', 'solana'], undefined, 'users-without-wallets'],
    [[], undefined, 'off'],
  ])('%j makes Ethereum’s %s and Solana’s %s', async (wallets, ethereum, solana) => {
    expect(await configOf(await create(...wallets))).toMatchObject({
      create_on_login: 'off',
      ethereum: ethereum ? { create_on_login: ethereum } : {},
      solana: { create_on_login: solana },
    })
  })

  test.each(['bitcoin', 'ethereum,bitcoin', ''])(
    '"%s" is refused with the families that there are',
    async list => {
      const before = await runCommand(database.db, ['app', 'list'])
      const refused = create('--wallets', list)
      await expect(refused).rejects.toThrow(CommandError)
      await expect(refused).rejects.toThrow('Choose from ethereum, solana.')
      expect(await runCommand(database.db, ['app', 'list'])).toBe(before)
    },
  )
})

describe('app create prints what a site pastes', () => {
  const tools = { ...NO_TOOLS, origin: 'https://wallet.example' }
  const create = (...more: string[]) =>
    runCommand(database.db, ['app', 'create', '--name', 'Shop', ...more], tools)
  const SITE = ['--origin', 'https://shop.example', '--origin', 'https://www.shop.example']

  test('prints the script tag, the lines of .env and the allowed origins', async () => {
    const lines = (await create(...SITE)).split('\n')
    const [, id = ''] = /^id +(\S+)$/.exec(lines[0] ?? '') ?? []
    const [, secret = ''] = /^secret +(\S+)$/.exec(lines[1] ?? '') ?? []
    expect(lines).toContain(
      `<script src="https://wallet.example/vitrine.js" data-app-id="${id}" async></script>`,
    )
    expect(lines).toContain('{"allowed_domains":["https://shop.example","https://www.shop.example"]}')
    const first = lines.indexOf('VITRINE_ORIGIN=https://wallet.example')
    expect(lines.slice(first, first + 6)).toEqual([
      'VITRINE_ORIGIN=https://wallet.example',
      `VITRINE_APP_ID=${id}`,
      `VITRINE_APP_SECRET=${secret}`,
      'SITE_ORIGIN=https://shop.example',
      expect.stringMatching(/^COOKIE_SECRET=[\w-]{43}$/),
      '',
    ])
    const app = await findApp(database.db, id)
    expect(app?.secretHash).toEqual(hashSecret(secret))
    expect(app?.config.allowed_domains).toEqual(['https://shop.example', 'https://www.shop.example'])
  })

  test('gives programs the same values, and each app a cookie secret of its own', async () => {
    const made = [JSON.parse(await create(...SITE, '--json')), JSON.parse(await create(...SITE, '--json'))]
    const { id, secret, env, script_tag } = made[0]
    expect(made[0]).toMatchObject({
      allowed_domains: ['https://shop.example', 'https://www.shop.example'],
      env: { VITRINE_APP_ID: id, VITRINE_APP_SECRET: secret, SITE_ORIGIN: 'https://shop.example' },
    })
    expect(script_tag).toContain(`data-app-id="${id}"`)
    expect(made[1].env.COOKIE_SECRET).not.toBe(env.COOKIE_SECRET)
  })

  test('takes the first origin that is no preview pattern as the site’s', async () => {
    const previews = ['--origin', 'https://*.previews.shop.example', ...SITE]
    expect(JSON.parse(await create(...previews, '--json')).env.SITE_ORIGIN).toBe('https://shop.example')
  })
})

test.each([[['help']], [['--help']], [['app', '--help']], [['help', 'app']], [['app', 'create', '-h']]])(
  '%j needs no database and no master key',
  async args => {
    const { code, output } = await vitrine(
      { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' },
      ...args,
    )
    expect([code, output]).toEqual([0, expect.stringMatching(/^ {4}(npm run vitrine -- )?app create /m)])
    expect(output).not.toMatch(/database {2}/)
  },
)

describe('signer-key', () => {
  const { keyring } = createTestCustody(Buffer.alloc(32, 0x5e))
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let signing: TestDatabase
  beforeAll(async () => {
    signing = await openTestDatabase()
    await signing.db.transaction(tx => storeRoots(tx, derivedRoots(Buffer.alloc(32, 0x5e))))
  })
  afterAll(() => signing.close())

  test.each([
    ['of the master key that the environment names', (file: string) => ({ VITRINE_MASTER_KEY_FILE: file })],
    ['of a development server, by its data directory', () => ({ VITRINE_DATA_DIR: folder })],
  ])('prints what a site pins: %s', async (_, env) => {
    const file = join(folder, 'master-key')
    writeFileSync(file, '5e'.repeat(32), { mode: 0o600 })
    const { code, output } = await vitrine({ DATABASE_URL: signing.url, ...env(file) }, 'signer-key')
    const thumbprint = await identityThumbprint(keyring.identity.publicKey.toString('base64url'))
    expect([code, output]).toEqual([0, expect.stringContaining(`data-signer="${thumbprint}"`)])
  })

  test('without a master key says what to set', async () => {
    const { code, output } = await vitrine(
      { VITRINE_DATA_DIR: join(folder, 'none'), DATABASE_URL: signing.url },
      'signer-key',
    )
    expect([code, output]).toEqual([1, expect.stringContaining('the master key as the server has it')])
    expect(output).toContain('VITRINE_MASTER_KEY_FILE is not set')
    // Another one would open nothing of this server's.
    expect(output).not.toContain('Make a key')
  })
})

test.each([[[]], [['frobnicate']], [['app', 'frobnicate']], [['app', 'list', '--nonsense']]])(
  '%j is refused before there is a database',
  async args => {
    const { code, output } = await vitrine(
      { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' },
      ...args,
    )
    expect(code).toBe(2)
    expect(output).not.toMatch(/database {2}|ECONNREFUSED/)
  },
)

test('with --json standard output has the object alone, and standard error a line of JSON for each thing said', async () => {
  const [node, ...program] = serverCommand('cli')
  const run = (...args: string[]) =>
    spawnSync(node, [...program, ...args, '--json'], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      encoding: 'utf8',
    })
  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
  const done = run('app', 'list')
  expect([done.status, Array.isArray(JSON.parse(done.stdout))]).toEqual([0, true])
  expect(linesOf(done.stderr)).toEqual([{ database: nameOfDatabase(database.url) }])
  const failed = run('app', 'show', 'app_unknown')
  expect([failed.status, failed.stdout]).toEqual([1, ''])
  expect(linesOf(failed.stderr)).toContainEqual({ error: expect.stringContaining('app_unknown') })
  const misused = run('app', 'lst')
  expect([misused.status, misused.stdout]).toEqual([2, ''])
  expect(linesOf(misused.stderr)).toEqual([{ error: expect.stringContaining('Did you mean app list?') }])
})

test('a command names the database that it works on', async () => {
  const { code, output } = await vitrine({ DATABASE_URL: database.url }, 'app', 'list')
  const url = new URL(database.url)
  expect(code).toBe(0)
  expect(output).toContain(`database  ${url.pathname.slice(1)} at ${url.searchParams.get('host')}\n`)
})

test('without DATABASE_URL it is the one in the data directory', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const { code, output } = await vitrine({ VITRINE_DATA_DIR: dataDir }, 'app', 'list')
  expect([code, output]).toEqual([0, expect.stringContaining(`database  the server's own, in ${dataDir}\n`)])
  rmSync(dataDir, { recursive: true, force: true })
})

test.each([
  ['postgresql://ann:hush@db.example:6543/shop', 'shop at db.example:6543'],
  ['postgresql://ann:hush@db.example/shop?sslmode=disable&password=hush', 'shop at db.example:5432'],
  ['postgresql://ann:hush@localhost/shop?host=%2Frun%2Fpg', 'shop at /run/pg'],
])('a database’s name has neither user nor password: %s', (url, name) => {
  expect(nameOfDatabase(url)).toBe(name)
})
