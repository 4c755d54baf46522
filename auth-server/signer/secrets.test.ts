import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CARRY_CLOCK } from '../testing/carry-clock.mjs'
import { bip39Seed, recoveryPhrase } from './bip39.ts'
import { connectSigner } from './client.ts'
import { openEntropySalt } from './entropy-salt.ts'
import { open } from './envelope.ts'
import type { SignerClient, SignerRequest } from './operations.ts'
import { startSigner } from './start.ts'
import { createTestCustody, MASTER_KEY, ORIGIN } from './testing/custody.ts'
import { derivedRoots, deriveKeyring } from './testing/derived-roots.ts'
import { createTestDevice, type TestDevice } from './testing/device.ts'
import { codeProof, signedLogin } from './testing/logins.ts'

/** Reads everything that a signer and its parent print, and everything that the signer answers. */
let folder: string
let parent: ChildProcessByStdio<Writable, Readable, Readable>
let client: SignerClient
let printed = ''

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-'))
  const script = fileURLToPath(new URL('./testing/parent.mts', import.meta.url))
  const socketPath = join(folder, 's')
  const args = [...CARRY_CLOCK, '--import', 'tsx', script, socketPath, ORIGIN, MASTER_KEY.toString('hex')]
  parent = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  printed = ''
  parent.stderr.on('data', chunk => {
    printed += chunk
  })
  parent.stdout.on('data', chunk => {
    printed += chunk
  })
  const failed = once(parent, 'exit').then(() =>
    Promise.reject(new Error(`The parent did not start: ${printed}`)),
  )
  await Promise.race([once(parent.stdout, 'data'), failed])
  client = connectSigner(socketPath)
})

afterEach(async () => {
  await client.close()
  parent.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const stop = async () => {
  parent.stdin.end()
  await once(parent, 'close')
}

const identity = { appId: 'app_1', channel: 'email', address: 'a@b.example' } as const

const CODE = '123456'
const login = async (device: TestDevice) => {
  const lasting = { ...identity, codeId: 'code_1', purpose: 'login', expiresAt: Date.now() + 60_000 } as const
  const issued = await client.issueCode({
    ...lasting,
    device: device.thumbprint,
    carriage: { by: 'mail', appName: 'Shop', language: 'en' },
    fixedCode: CODE,
  })
  if (!issued.ok) throw new Error(issued.reason)
  const { digest } = issued
  const custody = createTestCustody(MASTER_KEY)
  const seal = (code: string) =>
    codeProof(custody, device, { code, issued: { ...lasting, test: true, digest } })
  const requestOf = async (code: string, change: Parameters<typeof signedLogin>[3] = {}) => {
    const payload = {
      url: `${ORIGIN}/api/v1/passwordless/authenticate`,
      expiry: Date.now() + 60_000,
    }
    return signedLogin(device, '/passwordless/authenticate', await seal(code), { payload, ...change })
  }
  const answer = await client.verifyLogin(await requestOf(CODE))
  if (!answer.ok) throw new Error(answer.reason)
  return { ...answer, digest, requestOf }
}

const authorized = (device: TestDevice, path: string, body: unknown) => {
  const payload = {
    version: 1,
    method: 'POST',
    url: `${ORIGIN}/api/v1${path}`,
    body,
    headers: {
      'vitrine-app-id': 'app_1',
      'vitrine-idempotency-key': '0123456789abcdef',
      'vitrine-request-expiry': String(Date.now() + 60_000),
    },
  } as const
  return { payload, signature: device.authorize(payload) }
}

/** Every spelling in which a secret could slip out. */
const spellings = (secret: Buffer) => [
  secret.toString('hex'),
  secret.toString('base64').replace(/=+$/, ''),
  secret.toString('base64url'),
  secret.toString('latin1'),
  [...secret].join(','),
]

test('no key is printed or answered, whatever is asked', async () => {
  const device = await createTestDevice()
  const { userId, digest, requestOf, ...rest } = await login(device)
  const sealed = { publicKey: rest.device.publicKey, seal: rest.device.seal }
  const answers: unknown[] = [rest]
  const ask = async (answer: Promise<unknown>) => {
    answers.push(await answer.catch((error: Error) => `${error.name} ${error.message}`))
  }

  const body = { chain_type: 'ethereum', owner: { public_key: device.publicKey } }
  const owner = { appId: 'app_1', userId, device: sealed }
  const { sealed: entropySalt } = await client.makeEntropySalt({})
  answers.push(entropySalt)
  const created = await client.createWallet({
    ...owner,
    walletId: 'wallet_1',
    chainType: 'ethereum',
    walletIndex: 0,
    sealedEntropy: null,
    entropySalt,
    authorization: authorized(device, '/wallets', body),
  })
  answers.push(created)
  const wallet = { appId: 'app_1', userId, walletId: 'wallet_1', chainType: 'ethereum', ...created } as const
  const { publicKey: _, sealedEntropy, ...row } = wallet
  const sign = (message: string, change: Partial<SignerRequest<'walletRpc'>['wallet']> = {}) =>
    client.walletRpc({
      wallet: { ...row, ...change },
      device: sealed,
      authorization: authorized(device, '/wallets/wallet_1/rpc', {
        method: 'personal_sign',
        params: { message, encoding: 'utf-8' },
      }),
    })
  await ask(sign('hello'))
  await ask(sign('hello', { address: '0x0' }))
  await ask(sign('hello', { sealedKey: `${created.sealedKey.slice(0, -2)}AA` }))
  await ask(sign('hello', { userId: 'user_other' }))
  await ask(client.openTokenKey({ sealed: created.sealedKey }))
  await ask(client.openTokenKey({ sealed: sealedEntropy }))
  const solana = await client.createWallet({
    ...owner,
    walletId: 'wallet_2',
    chainType: 'solana',
    walletIndex: 0,
    sealedEntropy,
    authorization: authorized(device, '/wallets', { ...body, chain_type: 'solana' }),
  })
  answers.push(solana)
  for (const sealedKey of [
    solana.sealedKey,
    sealedEntropy,
    created.sealedKey,
    `v2${solana.sealedKey.slice(2)}`,
  ]) {
    await ask(
      client.walletRpc({
        wallet: { ...row, walletId: 'wallet_2', chainType: 'solana', address: solana.address, sealedKey },
        device: sealed,
        authorization: authorized(device, '/wallets/wallet_2/rpc', {
          method: 'signMessage',
          params: { message: 'aGVsbG8=', encoding: 'base64' },
        }),
      }),
    )
  }
  await ask(client.verifyLogin(await requestOf('654321')))
  await ask(client.verifyLogin(await requestOf(CODE, { account: { userId, seal: digest } })))
  const garbage = connect(join(folder, 's'))
  garbage.on('error', () => {})
  garbage.end(MASTER_KEY)
  await once(garbage, 'close')
  await stop()

  const keyring = deriveKeyring(Buffer.from(MASTER_KEY))
  const key = keyring.envelope
  const { walletId, address } = row
  const context = {
    purpose: 'wallet-key',
    walletId,
    appId: 'app_1',
    userId,
    chainType: 'ethereum',
    address,
  } as const
  const privateKey = Buffer.from(open(key, context, created.sealedKey))
  const entropy = Buffer.from(open(key, { purpose: 'user-entropy', appId: 'app_1', userId }, sealedEntropy))
  const solanaContext = { ...context, walletId: 'wallet_2', chainType: 'solana', address: solana.address }
  const solanaKey = Buffer.from(open(key, solanaContext, solana.sealedKey))
  const phrase = recoveryPhrase(entropy)
  const salt = Buffer.from(openEntropySalt(createTestCustody(MASTER_KEY), entropySalt))
  const { recipient: _recipient, identity, ...keys } = keyring
  const scalar = Buffer.from(identity.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  const subkeys = [
    scalar,
    ...Object.values(keys)
      .flatMap(each => ('byId' in each ? [...each.byId.values()] : [each]))
      .map(each => each.export()),
  ]

  const everything = `${printed}\n${JSON.stringify(answers)}`
  expect(everything).toContain(address)
  for (const secret of [
    MASTER_KEY,
    salt,
    privateKey,
    solanaKey,
    entropy,
    phrase,
    bip39Seed(entropy),
    ...subkeys,
  ]) {
    for (const spelling of spellings(secret)) expect(everything).not.toContain(spelling)
  }
  expect(printed).not.toContain(CODE)
})

test('SIGUSR1 opens no debugger', async () => {
  const pid = Number(printed)
  process.kill(pid, 'SIGUSR1')
  for (let round = 0; round < 50; round++) await login(await createTestDevice())
  await stop()
  expect(printed).toBe(`${pid}\n`)
})

test('the signer ends when its parent is killed, and the next one takes its place', async () => {
  const pid = Number(printed)
  const socket = connect(join(folder, 's'))
  await once(socket, 'connect')
  parent.kill('SIGKILL')
  await once(socket, 'close')
  await expect(client.openTokenKey({ sealed: null })).rejects.toMatchObject({ code: 'unavailable' })
  const state = execFileSync('ps', ['-eo', 'pid=,stat=']).toString()
  expect(state).not.toMatch(new RegExp(`^\\s*${pid} [^Z]`, 'm'))

  const next = await startSigner({
    masterKey: MASTER_KEY,
    roots: derivedRoots(MASTER_KEY),
    origin: ORIGIN,
    restoredMonth: null,
    socketPath: join(folder, 's'),
  })
  expect((await client.openTokenKey({ sealed: null })).sealed).toMatch(/^v1\./)
  await client.close()
  await next.stop()
})
