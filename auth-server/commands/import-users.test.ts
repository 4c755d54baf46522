import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { rateLimits } from '../database/schema.ts'
import { logIn } from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { CommandError } from './command.ts'
import { importUsersFile } from './import-users.ts'
import { runCommand } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
let server: TestServer
let http: ReturnType<typeof createServer>
/** Answers a call in the server's place. */
let instead: ((call: number) => Response | null) | null = null
let calls = 0
beforeAll(async () => {
  server = await startTestServer()
  http = createServer(getRequestListener(server.app.fetch)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { fetch } = globalThis
  const live = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls++
    return instead?.(calls) ?? fetch(url.replace(ORIGIN, live), init)
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  http.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  calls = 0
  instead = null
  await server.ctx.db.delete(rateLimits)
})

let files = 0
function fileOf(content: string | Buffer, ending: string): string {
  const path = join(folder, `${++files}.${ending}`)
  writeFileSync(path, content)
  return path
}

/** As the operator types it. @returns lines that failed, and how it ended */
async function run(
  path: string,
  args: readonly string[] = [],
  appId = server.appId,
  secret = server.appSecret,
) {
  const written: string[] = []
  const log = vi.spyOn(process.stderr, 'write').mockImplementation(text => written.push(String(text)) > 0)
  const tools = { origin: ORIGIN, signer: () => Promise.reject(), readSecret: async () => `${secret}\n` }
  const command = runCommand(server.database.db, ['user', 'import', appId, path, ...args], tools)
  const end = await command.catch((error: unknown) => error)
  log.mockRestore()
  return { failed: written.join('').trimEnd().split('\n').filter(Boolean), end }
}
const sum = (expected: number, known: number, exists: number, failed: number) =>
  `${expected} expected, ${known} were expected before, ${exists} have an account already, ${failed} failed.`
const expectedOf = async (appId: string) => {
  const rows = await server.ctx.db.select().from(expectedUsers).where(eq(expectedUsers.appId, appId))
  return rows.map(({ identities, customMetadata }) => [
    identities.map(it => it.subject).join(' '),
    customMetadata,
  ])
}

test('a CSV file is read with all that its columns can say; a second run finds what the first one did', async () => {
  const { id, secret } = await server.registerApp({})
  const path = fileOf(
    [
      '\uFEFFemail,phone,type,subject,metadata.plan,metadata.note,wallets,accepted_terms_at',
      'Ada@Mail.Example,+1 202 555 0123,,,gold,"said ""yes"",\ntwice",ethereum;solana,1700000000',
      '',
      ',,custom_auth,u-7,,,solana,',
    ].join('\r\n'),
    'csv',
  )
  const out = join(folder, 'results.csv')
  expect(await run(path, ['--out', out], id, secret)).toEqual({ failed: [], end: sum(2, 0, 0, 0) })
  expect(await run(path, [], id, secret)).toEqual({ failed: [], end: sum(0, 2, 0, 0) })
  expect((await expectedOf(id)).sort()).toEqual([
    ['ada@mail.example +12025550123', { plan: 'gold', note: 'said "yes",\ntwice' }],
    ['u-7', {}],
  ])
  const wallets = await server.ctx.db.select().from(expectedWallets).where(eq(expectedWallets.appId, id))
  const [ethereum, ...solana] = wallets
    .sort((a, b) => (a.chainType < b.chainType ? -1 : 1))
    .map(it => it.address)
  const [header, first, second] = readFileSync(out, 'utf8').trimEnd().split('\n')
  expect(header).toBe('line,status,user_id,ethereum,solana,error')
  expect(first).toMatch(new RegExp(`^2,expected,,${ethereum},(${solana.join('|')}),$`))
  expect(second).toMatch(new RegExp(`^5,expected,,,(${solana.join('|')}),$`))
  expect(statSync(out).mode & 0o777).toBe(0o600)
  expect(await run(path, ['--out', out], id, secret)).toMatchObject({
    end: { message: expect.stringContaining('is there already') },
  })
})

test('JSON lines are read as a provider’s library for backends has users, too', async () => {
  const { id, secret } = await server.registerApp({})
  const of = (...linkedAccounts: object[]) => ({ id: 'did:other:1', createdAt: '2024-01-01', linkedAccounts })
  const embedded = { type: 'wallet', address: '0x1', chainType: 'ethereum', connectorType: 'embedded' }
  const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  const lines = [
    {
      ...of({ type: 'email', address: 'Dee@mail.example', verifiedAt: '2024-01-01' }, embedded),
      ...{ email: { address: 'Dee@mail.example' }, wallet: { address: '0x1' }, isGuest: false },
      customMetadata: { level: 5 },
    },
    of({ type: 'phone', number: '+12025550123' }),
    of({ type: 'phone', phoneNumber: '+12025550124' }),
    of({ type: 'wallet', address: solana, chainType: 'solana', walletClientType: 'phantom' }),
    of({ type: 'custom_auth', customUserId: 'user-7' }),
    of({ type: 'passkey', credentialId: 'x' }),
  ]
  const path = fileOf(lines.map(it => JSON.stringify(it)).join('\n'), 'jsonl')
  const { failed } = await run(path, [], id, secret)
  expect(failed).toEqual(['line 6  The line names no login: an email, a phone, or a type and its subject.'])
  expect((await expectedOf(id)).sort()).toEqual([
    ['+12025550123', {}],
    ['+12025550124', {}],
    ['dee@mail.example', { level: 5 }],
    [`solana:${solana}`, {}],
    ['user-7', {}],
  ])
})

test('JSON lines are read, also as another provider exports its users, without what only that one can prove', async () => {
  const { id, secret } = await server.registerApp({})
  const embedded = { type: 'wallet', address: '0x1', chain_type: 'ethereum', connector_type: 'embedded' }
  const exported = {
    ...{ id: 'did:other:1', created_at: 1, is_guest: false, mfa_methods: [], custom_metadata: { level: 4 } },
    linked_accounts: [
      { type: 'email', address: 'Bea@mail.example', verified_at: 1 },
      { type: 'passkey', credential_id: 'x' },
      { type: 'google_oauth', subject: '42', email: 'bea@gmail.example', name: 'Bea' },
      embedded,
    ],
  }
  const lines = [
    { email: 'cy@mail.example', wallets: ['ethereum'] },
    exported,
    { linked_accounts: [embedded] },
    { email: 'cy@mail.example', colour: 'red' },
  ]
  const path = fileOf(`\uFEFF${lines.map(it => JSON.stringify(it)).join('\n')}\n`, 'jsonl')
  const out = join(folder, 'results.jsonl')
  const { failed, end } = await run(path, ['--out', out], id, secret)
  expect(failed).toEqual([
    'line 3  The line names no login: an email, a phone, or a type and its subject.',
    expect.stringMatching(/^line 4 {2}“colour” is unknown\. Known are email/),
  ])
  expect(end).toBeInstanceOf(CommandError)
  expect(String(end)).toContain(sum(2, 0, 0, 2))
  expect((await expectedOf(id)).sort()).toEqual([
    ['bea@mail.example 42', { level: 4 }],
    ['cy@mail.example', {}],
  ])
  const told = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map(it => JSON.parse(it))
  expect(told.map(it => [it.line, it.status]).sort()).toEqual([
    [1, 'expected'],
    [2, 'expected'],
    [3, 'failed'],
    [4, 'failed'],
  ])
  expect(told.find(it => it.line === 1)).toMatchObject({
    user_id: null,
    wallets: [{ chain_type: 'ethereum' }],
  })
})

const long = 'x'.repeat(10 * 1024 * 1024)
test.each([
  [
    'csv',
    [
      ['email,metadata.a', null],
      [`a@b.example,"${long}"`, /longer than 256 KiB/],
      ['a@b.example,1,2', /has 3 cells, and there are 2 columns/],
      [Buffer.from('c@d.example,caf\xe9', 'latin1'), /not UTF-8/],
      ['A@B.example,1', null],
      ['a@b.example ,2', /stands in line 5 already/],
      ['no address,1', /account of type email cannot be expected/],
      [',1', /names no login/],
      ['e@f.example,a "quoted" word', /quotation mark/],
      ['g@h.example,1', null],
      ['i@j.example,"cut o', /not closed. The line may be cut off/],
    ],
  ],
  [
    'jsonl',
    [
      [`{"email":"a@b.example","custom_metadata":{"a":"${long}"}}`, /longer than 256 KiB/],
      ['[1]', /no JSON object/],
      [Buffer.from('{"email":"caf\xe9@d.example"}', 'latin1'), /not UTF-8/],
      ['{"email":"a@b.example","wallets":["bitcoin"]}', /wallets names chains/],
      ['{"email":"a@b.example"}', null],
      ['{"email":"A@b.example"}', /stands in line 5 already/],
      ['{"email":"c@d.example","custom_metadata":{"a":[]}}', /`a` in `custom_metadata` is a text/],
      ['{"type":"email"}', /A type comes with its subject/],
      ['{"email":"g@h.example"}', null],
      ['{"email":"i@j.exa', /not valid JSON. It may be cut off/],
    ],
  ],
] as const)(
  'what is wrong with a line of %s is told by its number, and the others go on',
  async (ending, lines) => {
    const { id, secret } = await server.registerApp({})
    const joined = lines.flatMap(([line]) => [Buffer.from(line as string), Buffer.from('\n')]).slice(0, -1)
    const { failed, end } = await run(fileOf(Buffer.concat(joined), ending), [], id, secret)
    const wrong = lines.flatMap(([, why], at) => (why ? [[at + 1, why] as const] : []))
    expect(failed.map(it => Number(/^line (\d+) /.exec(it)?.[1])).sort((a, b) => a - b)).toEqual(
      wrong.map(([line]) => line),
    )
    for (const [line, why] of wrong) expect(failed.find(it => it.startsWith(`line ${line} `))).toMatch(why)
    expect(String(end)).toContain(sum(2, 0, 0, wrong.length))
    expect((await expectedOf(id)).map(([who]) => who).sort()).toEqual(['a@b.example', 'g@h.example'])
  },
)

test.each([
  ['an unknown column', fileOf('email,colour\na@b.example,red', 'csv'), 'The column “colour” is unknown.'],
  ['a column twice', fileOf('email,email\na@b.example,', 'csv'), '“email” stands there twice'],
  [
    'with lines that end with CR alone',
    fileOf('email\ra@b.example\rb@b.example\r', 'csv'),
    'The lines of the file end with CR alone',
  ],
  ['UTF-16', fileOf(Buffer.from('\uFEFFemail\na@b.example', 'utf16le'), 'csv'), 'The file is UTF-16.'],
  ['nothing', fileOf('', 'csv'), 'The file is empty.'],
  ['another ending', fileOf('{}', 'txt'), 'ends with .csv'],
  ['no file', join(folder, 'none.csv'), 'cannot be read'],
])('a file of %s is refused whole, and nothing is sent', async (_, path, why) => {
  expect(await run(path)).toMatchObject({ end: { message: expect.stringContaining(why) } })
  expect(calls).toBe(0)
})

test('who has an account is told of by their id; another app’s secret sends nothing', async () => {
  const { user } = await logIn(server, 'here@mail.example')
  const path = fileOf('email\nhere@mail.example', 'csv')
  const out = join(folder, 'exists.jsonl')
  expect(await run(path, ['--out', out])).toEqual({ failed: [], end: sum(0, 0, 1, 0) })
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
    line: 2,
    status: 'exists',
    user_id: user.id,
    wallets: [],
  })
  const { secret } = await server.registerApp({})
  const { end } = await run(path, [], server.appId, secret)
  expect(String(end)).toContain('The server refused (401)')
  expect((await run(path, ['--after', 'x'])).end).toBeInstanceOf(CommandError)
})

test('a run that is cut off says after which line to go on; it waits when it is told to', async () => {
  const { id, secret } = await server.registerApp({})
  const path = fileOf(
    ['email', ...Array.from({ length: 250 }, (_, at) => `p${at}@mail.example`)].join('\n'),
    'csv',
  )
  const waited: number[] = []
  const access = {
    origin: ORIGIN,
    appId: id,
    secret,
    pause: async (seconds: number) => void waited.push(seconds),
  }
  const options = { access, path, after: 0, out: null, failed: (line: number) => expect(line).toBe(0) }
  const later = () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } })
  // The second call is answered once it is made again; the fourth meets a server that is gone.
  instead = call =>
    call === 2 ? later() : call >= 4 ? Response.json({ error: 'Away.' }, { status: 503 }) : null
  await expect(importUsersFile(options)).rejects.toThrow(/Lines up to \d+ are done: go on with `--after \d+`/)
  expect(waited).toEqual([7])
  const done = await server.ctx.db.$count(expectedUsers, eq(expectedUsers.appId, id))
  expect(done).toBeGreaterThanOrEqual(100)
  instead = null
  expect(await importUsersFile(options)).toEqual({ expected: 250 - done, known: done, exists: 0, failed: 0 })
  calls = 0
  expect(await importUsersFile({ ...options, after: 201 })).toEqual({
    expected: 0,
    known: 50,
    exists: 0,
    failed: 0,
  })
  expect(calls).toBe(1)
})
