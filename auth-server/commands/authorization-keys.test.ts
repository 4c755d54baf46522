import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delegationPolicies } from '../database/delegation-tables.ts'
import { createWallet, readTerms } from '../delegation/testing/delegates.ts'
import { logIn } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { CommandError } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { runCommand } from './run.ts'

const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const NATIVE = { chain: 'eip155:1', asset: 'native', amount: '1000', per_seconds: 86_400 }
const POLICY = {
  name: 'Play',
  chain_type: 'ethereum',
  methods: ['eth_signTransaction'],
  rules: { spend: [NATIVE, { ...NATIVE, asset: TOKEN }] },
}

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
  const path = join(folder, 'policy.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const addPolicy = (content: unknown = POLICY, appId = server.appId) =>
  run('policies', 'add', appId, '--file', write(content))
const idIn = (printed: string) => /\b(?:policy|signer)_[\w-]{24}/.exec(printed)?.[0] ?? ''

test('registers a key with a policy, by which people are asked; and takes both away again', async () => {
  expect(await run('authorization-keys', 'list', server.appId)).toBe('This app has no authorization keys.')
  const policyId = idIn(await addPolicy())
  const { publicKey } = await createDevice()
  const key = ['--name', 'Shop backend', '--public-key', publicKey, '--policy', policyId]
  const signerId = idIn(await run('authorization-keys', 'add', server.appId, ...key))
  expect(await run('authorization-keys', 'list', server.appId)).toBe(
    `${signerId}  Shop backend  ${policyId}  ${publicKey}`,
  )
  await expect(run('authorization-keys', 'add', server.appId, ...key)).rejects.toThrow('has this key already')

  // The server's own signer takes it for the operator's word; addresses are in lower case.
  const who = await logIn(server, 'person@commands.example')
  const wallet = await createWallet(server, who)
  const terms = await readTerms(server, who, wallet)
  expect(terms).toMatchObject({ signer_id: signerId, policy_id: policyId, name: 'Shop backend' })
  expect(terms.policy.rules.spend[1]?.asset).toBe(TOKEN.toLowerCase())

  const again = await run('policies', 'replace', policyId, '--file', write({ ...POLICY, name: 'Play more' }))
  expect(again).toContain('keeps what they agreed to')
  expect((await readTerms(server, who, wallet)).policy.name).toBe('Play more')
  const solana = { ...POLICY, chain_type: 'solana', methods: ['signTransaction'], rules: { spend: [] } }
  await expect(run('policies', 'replace', policyId, '--file', write(solana))).rejects.toThrow(
    'Add another policy',
  )

  expect(await run('authorization-keys', 'remove', signerId, '--yes')).toContain('is removed')
  await expect(run('authorization-keys', 'remove', signerId, '--yes')).rejects.toThrow('There is no key')
  expect(await run('policies', 'list', server.appId)).toContain('Play more')
  expect(await run('policies', 'remove', policyId, '--yes')).toContain('is removed')
  expect(await run('policies', 'list', server.appId)).toBe('This app has no policies.')
})

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /is not JSON/],
  ['a misspelt rule', { ...POLICY, rules: { ...POLICY.rules, recipient: [] } }, /rules: /],
  [
    'an amount that is a number',
    { ...POLICY, rules: { spend: [{ ...NATIVE, amount: 5 }] } },
    /rules\.spend\.0\.amount/,
  ],
  [
    'an amount with a point',
    { ...POLICY, rules: { spend: [{ ...NATIVE, amount: '0.5' }] } },
    /smallest unit/,
  ],
  ['a chain by its number', { ...POLICY, rules: { spend: [{ ...NATIVE, chain: '1' }] } }, /eip155:1/],
  ['a method that nobody can judge', { ...POLICY, methods: ['personal_sign'] }, /methods\.0/],
  ['a name of two lines', { ...POLICY, name: 'Play\nsafe' }, /one line/],
  ['an end after more than a year', { ...POLICY, expires_after_seconds: 1e9 }, /expires_after_seconds/],
  [
    'a token without coin for fees',
    { ...POLICY, rules: { spend: [{ ...NATIVE, asset: TOKEN }] } },
    /limit for native too/,
  ],
  [
    'a token among the contracts',
    { ...POLICY, rules: { ...POLICY.rules, contracts: [TOKEN] } },
    /is a token with a limit/,
  ],
  [
    'a program of Solana',
    { ...POLICY, chain_type: 'solana', methods: ['signTransaction'], rules: { spend: [], contracts: [] } },
    /rules: /,
  ],
  [
    'a cluster of its own',
    {
      ...POLICY,
      chain_type: 'solana',
      methods: ['signTransaction'],
      rules: { spend: [{ ...NATIVE, chain: 'solana:devnet' }] },
    },
    /solana:mainnet/,
  ],
])('a policy with %s is refused with a sentence, and registers nothing', async (_, content, sentence) => {
  const before = await server.database.db.$count(delegationPolicies)
  const refused = await addPolicy(content).catch(error => error)
  expect(refused).toBeInstanceOf(CommandError)
  expect(refused.message).toMatch(sentence)
  expect(await server.database.db.$count(delegationPolicies)).toBe(before)
})

test.each<[string, (policyIds: string[]) => string[], RegExp]>([
  ['no key', () => ['--public-key', 'AAAA'], /P-256 public key/],
  ['a name that is none', () => ['--name', ' '], /--name/],
  ['a policy that is not there', () => ['--policy', 'policy_x'], /has no policy policy_x/],
  ['another app’s policy', ([, foreign = '']) => ['--policy', foreign], /has no policy/],
  [
    'two policies for one kind of chain',
    ([own = '']) => ['--policy', own, '--policy', own],
    /one policy for each/,
  ],
])('a key with %s is refused', async (_, wrong, sentence) => {
  const other = await server.registerApp({})
  const policyIds = [idIn(await addPolicy()), idIn(await addPolicy(POLICY, other.id))]
  const { publicKey } = await createDevice()
  const good = ['--name', 'Shop', '--public-key', publicKey]
  const added = run('authorization-keys', 'add', server.appId, ...good, ...wrong(policyIds))
  await expect(added).rejects.toThrow(sentence)
})

test('a policy that is removed and a key without one ask nobody', async () => {
  const { publicKey } = await createDevice()
  const app = await server.registerApp({})
  const printed = await run('authorization-keys', 'add', app.id, '--name', 'Shop', '--public-key', publicKey)
  expect(printed).toContain('It has no policy')
  const [row] = await server.database.db
    .select()
    .from(delegationPolicies)
    .where(eq(delegationPolicies.appId, app.id))
  expect(row).toBeUndefined()
})
