import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordEvent, THE_SERVER } from '../audit/record-event.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { addDeadLetter } from '../database/queue.ts'
import { webhookDeliveries } from '../database/webhook-tables.ts'
import { readRoots } from '../keys/stored-roots.ts'
import { masterKeyId } from '../signer/master-key.ts'
import type { SignerClient } from '../signer/operations.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createDevice } from '../testing/device.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { COMMANDS } from './registry.ts'
import { runCommand } from './run.ts'

/** They speak to a server, need people, or wait for days: their own tests look at the audit. */
const ELSEWHERE = [
  ...['wallets import', 'user import', 'backup'],
  ...['user mfa-reset', 'user delete', 'user metadata', 'user revoke-sessions'],
]

let database: TestDatabase
let folder: string
let signer: SignerClient | null = null
const masterKey = randomBytes(32)
beforeAll(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
})
afterAll(async () => {
  await signer?.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) =>
  runCommand(database.db, [...args, '--json'], {
    origin: 'https://wallet.example',
    consoleOrigin: 'https://console.example',
    signer: async () => {
      signer ??= await startOperatorSigner(database.db, { masterKey: Buffer.from(masterKey) })
      return signer
    },
    readSecret: async () => 'a-secret-of-somebody',
  })
const file = (content: unknown) => {
  const path = join(folder, `${randomBytes(4).toString('hex')}.json`)
  writeFileSync(path, JSON.stringify(content))
  return path
}
const POLICY = {
  name: 'Play',
  chain_type: 'ethereum',
  methods: ['eth_signTransaction'],
  rules: { spend: [{ chain: 'eip155:1', asset: 'native', amount: '1000', per_seconds: 86_400 }] },
}
const BOT = { bot_token: `123456789:${'A'.repeat(35)}` }

test('whatever an operator changes is written down by the command that changes it, and no secret is', async () => {
  const written = new Set<string>()
  /** Runs it, and looks for what it wrote. @returns its JSON */
  async function change(verb: string, ...args: string[]) {
    const before = await database.db.$count(auditEvents, eq(auditEvents.actor, 'command'))
    const printed = JSON.parse(await run(...verb.split(' '), ...args))
    const after = await database.db.$count(auditEvents, eq(auditEvents.actor, 'command'))
    expect([verb, after - before]).toEqual([verb, verb === 'keys rotate' ? 2 : 1])
    written.add(verb)
    return printed
  }

  await change('keys init')
  const { id, secret } = await change('app create', '--name', 'Shop', '--origin', 'https://shop.example')
  await change('app edit', id, '--file', file({ name: 'The shop' }))
  const { secret: next } = await change('app rotate-secret', id, '--yes')
  for (const list of ['allow', 'deny']) {
    await change(`${list} add`, id, '--email', 'ann@mail.example')
    await change(`${list} remove`, id, '--email', 'ann@mail.example')
  }
  const account = ['--email', 'test@mail.example', '--code', '424242']
  const { id: testAccount } = await change('test-account add', id, ...account)
  await change('test-account remove', id, testAccount, '--yes')
  await change('secret set', id, 'turnstile')
  await change('secret remove', id, 'turnstile', '--yes')
  await change('captcha set-secret', id, '--provider', 'turnstile', '--file', file('a-captcha-secret'))
  const client = file({ client_id: 'shop', client_secret: 'a-secret-of-somebody' })
  await change('oauth set', id, '--provider', 'google', '--file', client)
  await change('oauth remove', id, '--provider', 'google', '--yes')
  await change('telegram set', id, '--file', file(BOT))
  await change('telegram remove', id, '--yes')
  await change('recovery set', id, 'google-drive', '--client-id', 'shop')
  await change('recovery remove', id, 'google-drive', '--yes')
  const { id: endpoint, secret: signs } = await change('webhook add', id, '--url', 'https://shop.example/h')
  await recordEvent(database.db, Date.now(), { appId: id, userId: 'u' }, THE_SERVER, { type: 'user.created' })
  await database.db.update(webhookDeliveries).set({ failedAt: new Date() })
  await change('webhook replay', endpoint)
  await database.db.update(webhookDeliveries).set({ nextAt: null, failedAt: new Date() })
  const [given] = await database.db.select().from(webhookDeliveries)
  const job = { queue: 'webhooks', key: { id: given?.id }, at: new Date().toISOString() } as const
  await database.db.transaction(tx => addDeadLetter(tx, id, job))
  await change('job retry', 'all')
  await change('webhook remove', endpoint, '--yes')
  const { id: policy } = await change('policies add', id, '--file', file(POLICY))
  await change('policies replace', policy, '--file', file({ ...POLICY, name: 'Play more' }))
  const { publicKey } = await createDevice()
  const key = ['--name', 'Shop backend', '--public-key', publicKey, '--policy', policy]
  const { id: signerId } = await change('authorization-keys add', id, ...key)
  await change('authorization-keys remove', signerId, '--yes')
  await change('policies remove', policy, '--yes')
  const { id: operator } = await change('operator add', 'Ada', '--apps', id)
  await change('operator edit', operator, '--all-apps', '--role', 'manager')
  await change('operator invite', operator)
  await change('operator reset', operator, '--yes')
  await change('operator remove', operator, '--yes')
  await change('keys rotate')
  await change('keys leaked', masterKeyId(masterKey), '--end-sessions', '--yes')
  await change('keys leaked', masterKeyId(masterKey), '--mail', '--yes')
  await change('restore', '--yes')
  await change('app delete', id, '--yes')

  expect(await readRoots(database.db)).not.toBeNull()
  const declared = Object.entries(COMMANDS).flatMap(([noun, { verbs }]) =>
    Object.entries(verbs).flatMap(([name, { effect }]) =>
      effect === 'reads' ? [] : [[noun, name].filter(Boolean).join(' ')],
    ),
  )
  expect([...written, ...ELSEWHERE, 'app seal'].sort()).toEqual(declared.sort())
  const events = JSON.stringify(await database.db.select().from(auditEvents))
  for (const never of [secret, next, signs, 'a-secret-of-somebody', BOT.bot_token, 'ann@mail.example'])
    expect(events).not.toContain(never)
})
