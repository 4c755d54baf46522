import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFrameReader, encodeFrame } from '../processes/framing.ts'
import { CLOCK_NAMES } from '../testing/carry-clock.mjs'
import { connectSigner } from './client.ts'
import type { SignerClient } from './operations.ts'
import { checkProof } from './proof/registry.ts'
import { spawnSigner } from './spawn.ts'
import { type RunningSigner, startSigner } from './start.ts'
import { createTestCustody, MASTER_KEY, ORIGIN } from './testing/custody.ts'
import { derivedRoots } from './testing/derived-roots.ts'
import { createTestDevice } from './testing/device.ts'
import { secretProof, signedLogin } from './testing/logins.ts'
import { newUserId } from './user-id.ts'

const KEYS = { masterKey: MASTER_KEY, roots: derivedRoots(MASTER_KEY) }
const newFolder = () => mkdtempSync(join(tmpdir(), 'vitrine-'))
const code = () =>
  ({
    appId: 'a',
    channel: 'email',
    address: 'a@b.example',
    codeId: 'c',
    expiresAt: Date.now() + 60_000,
    device: 'd'.repeat(43),
    purpose: 'login',
    carriage: { by: 'mail', appName: 'Shop', language: 'en' },
    // Not sent: this signer has no mailer.
    fixedCode: '123456',
  }) as const

describe('a running signer', () => {
  const folder = newFolder()
  const socketPath = join(folder, 's')
  let signer: RunningSigner
  let client: SignerClient

  beforeAll(async () => {
    signer = await startSigner({ ...KEYS, origin: ORIGIN, restoredMonth: null, socketPath })
    client = connectSigner(socketPath)
  })
  afterAll(async () => {
    await client.close()
    await signer.stop()
    rmSync(folder, { recursive: true })
  })

  test('answers', async () => {
    expect(await client.issueCode(code())).toMatchObject({ ok: true })
  })

  test('gives new users the ids of the month that the operator names', async () => {
    const folder = newFolder()
    const options = {
      ...KEYS,
      origin: ORIGIN,
      restoredMonth: null,
      socketPath: join(folder, 's'),
    }
    const restored = await startSigner({ ...options, restoredMonth: '2026-01' })
    const asked = connectSigner(options.socketPath)
    const device = await createTestDevice()
    const then = createTestCustody(MASTER_KEY, Date.now())
    const proof = await secretProof(then, device, 'g'.repeat(43))
    const payload = { url: `${ORIGIN}/api/v1/guest/authenticate`, expiry: Date.now() + 60_000 }
    const request = signedLogin(device, '/guest/authenticate', proof, { payload, generation: 0 })
    const identity = await checkProof(then, proof, {
      purpose: 'login',
      body: null,
      path: '/guest/authenticate',
      userId: null,
      device: device.thumbprint,
      isKnown: false,
      now: Date.now(),
    })
    if (typeof identity === 'string') throw new Error('refused')
    const userId = newUserId({ ...then, restoredMonth: '2026-01' }, identity, 0)
    expect(await asked.verifyLogin(request)).toMatchObject({ ok: true, userId })
    await asked.close()
    await restored.stop()
    rmSync(folder, { recursive: true })
    const now = await client.verifyLogin(request)
    expect(now.ok && now.userId).not.toBe(userId)
  })

  test('leaves nothing but a socket that only its owner can open', () => {
    expect(readdirSync(folder)).toEqual(['s'])
    expect(statSync(socketPath).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('runs without the rights of root', () => {
    const uid = Number(execFileSync('ps', ['-o', 'uid=', '-p', String(signer.pid)]).toString())
    expect(uid).toBe(process.getuid?.() === 0 ? 65_534 : process.getuid?.())
  })

  test('has no other process of its own', () => {
    const parents = execFileSync('ps', ['-eo', 'ppid=']).toString().split('\n').map(Number)
    expect(parents).not.toContain(signer.pid)
  })

  const oversized = Buffer.alloc(4, 0xff)
  const nested = encodeFrame(' '.repeat(99_998))
  nested.write(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 4)
  test.each([
    ['a frame that is too long', oversized],
    ['what is not JSON', Buffer.from([0, 0, 0, 1, 0x7b])],
    ['JSON that is no call', encodeFrame([1, 2, 3])],
    ['a call without an id', encodeFrame({ operation: 'issueCode', request: code() })],
    [
      'a call with more than it should have',
      encodeFrame({ id: 1, operation: 'issueCode', request: code(), x: 1 }),
    ],
    ['nesting beyond reason', nested],
    ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ])('ends the connection that sends %s, and no other', async (_, bytes) => {
    await client.issueCode(code())
    const hostile = connect(socketPath)
    hostile.on('error', () => {})
    hostile.write(bytes)
    await once(hostile, 'close')
    expect(await client.issueCode(code())).toMatchObject({ ok: true })
  })

  const raw = async (operation: string, request: unknown): Promise<unknown> => {
    const socket = connect(socketPath)
    const read = createFrameReader()
    socket.write(encodeFrame({ id: 7, operation, request }))
    const [chunk] = await once(socket, 'data')
    socket.destroy()
    return read(chunk)[0]
  }

  test.each([
    'sign',
    'constructor',
    '__proto__',
    'toString',
    '',
    'sealIssuer',
    'makeRoots',
    'advanceRoots',
    'rewrap',
  ])('has no operation %j', async operation => {
    expect(await raw(operation, {})).toEqual({
      id: 7,
      refusal: { code: 'invalid_request', message: 'There is no such operation.' },
    })
  })

  test.each(['issueCode', 'verifyLogin', 'openTokenKey', 'createWallet', 'walletRpc'])(
    '%s names the field that does not fit and quotes nothing',
    async operation => {
      for (const request of [
        null,
        [],
        {},
        { canary: 'canary-value' },
        { ...code(), codeId: 'canary-value'.repeat(99) },
      ]) {
        const answer = await raw(operation, request)
        expect(answer).toMatchObject({ id: 7, refusal: { code: 'invalid_request' } })
        expect(JSON.stringify(answer)).not.toContain('canary-value')
      }
    },
  )
})

test('a signer that was stopped is `unavailable`; the same client works with the next one, which opens old seals', async () => {
  const folder = newFolder()
  const socketPath = join(folder, 's')
  const options = { ...KEYS, origin: ORIGIN, restoredMonth: null, socketPath }
  const first = await startSigner(options)
  const client = connectSigner(socketPath)
  const { sealed, privateJwk } = await client.openTokenKey({ sealed: null })

  await first.stop()
  expect(await first.exited).toBe(0)
  expect(existsSync(socketPath)).toBe(false)
  await expect(client.openTokenKey({ sealed })).rejects.toMatchObject({ code: 'unavailable' })

  const second = await startSigner(options)
  expect(await client.openTokenKey({ sealed })).toEqual({ sealed, privateJwk })
  // A crash leaves the socket behind; the next start clears it away.
  process.kill(second.pid, 'SIGKILL')
  expect(await second.exited).toBeNull()
  await expect(client.openTokenKey({ sealed })).rejects.toMatchObject({ code: 'unavailable' })

  const third = await startSigner(options)
  expect(await client.openTokenKey({ sealed })).toEqual({ sealed, privateJwk })
  await client.close()
  await third.stop()
  rmSync(folder, { recursive: true })
})

test('the process has no file, no child, no worker, no eval and no environment', async () => {
  const told = {
    socketPath: 'socket',
    isShared: false,
    isOperators: false,
    secrets: { masterKeys: 1, rootsLength: 0 },
    keepsGuesses: false,
    origin: ORIGIN,
    codesSocket: null,
    restoredMonth: null,
    user: null,
    log: { format: 'json', level: 'info' } as const,
  }
  const probe = fileURLToPath(new URL('./testing/probe.mjs', import.meta.url))
  const child = spawnSigner(probe, told)
  const [[report]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')])
  expect(JSON.parse(String(report))).toEqual({
    readFile: 'ERR_ACCESS_DENIED',
    writeFile: 'ERR_ACCESS_DENIED',
    childProcess: 'ERR_ACCESS_DENIED',
    worker: 'ERR_ACCESS_DENIED',
    eval: 'EvalError',
    proto: false,
    // Under `faketime` it has the clock of the tests, and nothing else.
    environment: CLOCK_NAMES,
    arguments: [JSON.stringify(told)],
  })
})

describe('refuses to start', () => {
  let folder: string
  beforeEach(() => {
    folder = newFolder()
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const start = (change: { masterKey?: Buffer; socketPath?: string }) =>
    startSigner({
      ...KEYS,
      origin: ORIGIN,
      restoredMonth: null,
      socketPath: join(folder, 's'),
      ...change,
    })

  test('with a master key of another length', async () => {
    await expect(start({ masterKey: Buffer.alloc(31) })).rejects.toThrow('exactly 32 bytes')
  })

  test('with a socket path that the system would cut', async () => {
    await expect(start({ socketPath: join(folder, 'x'.repeat(120)) })).rejects.toThrow(
      'longer than 103 bytes',
    )
  })

  test('in a folder that others can enter', async () => {
    chmodSync(folder, 0o755)
    await expect(start({})).rejects.toThrow('mode 0700')
  })
})
