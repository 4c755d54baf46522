import { beforeEach, describe, expect, test } from 'vitest'
import type { Custody } from './custody.ts'
import { issueCode } from './issue-code.ts'
import type { SignerRequest } from './operations.ts'
import { isSealOf } from './seal.ts'
import { createTestCustody, MASTER_KEY, NOW } from './testing/custody.ts'
import { createTestDevice } from './testing/device.ts'
import { verifyLogin } from './verify-login.ts'

const identity = { appId: 'app_1', channel: 'email', address: 'a@b.example' } as const
const url = 'https://wallet.example/api/v1/passwordless/authenticate'
const device = await createTestDevice()
const dpop = { proof: await device.prove({ method: 'POST', url, now: NOW }), method: 'POST', url }

let custody: Custody
let request: SignerRequest<'verifyLogin'>
let wrongCode: string

beforeEach(() => {
  custody = createTestCustody()
  const lasting = { ...identity, codeId: 'code_1', expiresAt: NOW + 600_000 }
  const { code, digest } = issueCode(custody, lasting)
  wrongCode = code === '000000' ? '000001' : '000000'
  request = { issued: { ...lasting, digest }, code, account: null, dpop }
})

const login = (change: Partial<SignerRequest<'verifyLogin'>> = {}) =>
  verifyLogin(custody, { ...request, ...change })

describe('a right code with a good proof', () => {
  test('makes a new user id and vouches for account and device', async () => {
    const [first, second] = [await login(), await login()]
    if (!first.ok || !second.ok) throw new Error('refused')
    expect(first.userId).toMatch(/^user_[\w-]{24}$/)
    expect(second.userId).not.toBe(first.userId)
    const { accountSeal, deviceSeal } = custody.keyring
    expect(
      isSealOf(accountSeal, { kind: 'account', ...identity, userId: first.userId }, first.accountSeal),
    ).toBe(true)
    expect(first.device).toMatchObject({ publicKey: device.publicKey, thumbprint: device.thumbprint })
    const statement = {
      kind: 'device',
      appId: 'app_1',
      userId: first.userId,
      publicKey: device.publicKey,
    } as const
    expect(isSealOf(deviceSeal, statement, first.device.seal)).toBe(true)
  })

  test('leads to the user of the sealed account', async () => {
    const first = await login()
    if (!first.ok) throw new Error('refused')
    const account = { userId: first.userId, seal: first.accountSeal }
    expect(await login({ account })).toMatchObject({ ok: true, userId: first.userId })
  })
})

test('an account whose row was given to another user is refused', async () => {
  const first = await login()
  if (!first.ok) throw new Error('refused')
  const stolen = { userId: 'user_attacker', seal: first.accountSeal }
  expect(await login({ account: stolen })).toEqual({ ok: false, reason: 'account' })
})

test('a wrong code is refused', async () => {
  expect(await login({ code: wrongCode })).toEqual({ ok: false, reason: 'code' })
})

test.each([
  { appId: 'app_2' },
  { address: 'victim@b.example' },
  { codeId: 'code_2' },
  { expiresAt: NOW + 600_001 },
])('a code of another %o is refused', async change => {
  expect(await login({ issued: { ...request.issued, ...change } })).toEqual({ ok: false, reason: 'code' })
})

test('a code that has expired by the signer’s clock is refused', async () => {
  custody = createTestCustody(MASTER_KEY, NOW + 600_000)
  const late = { ...dpop, proof: await device.prove({ method: 'POST', url, now: NOW + 600_000 }) }
  expect(await login({ dpop: late })).toEqual({ ok: false, reason: 'expired' })
})

test('a code of another master key is refused: a digest in the database is worth nothing by itself', async () => {
  custody = createTestCustody(Buffer.alloc(32, 9))
  expect(await login()).toEqual({ ok: false, reason: 'code' })
})

test('a proof that does not hold is refused, costs no guess and tells nothing of the code', async () => {
  const broken = { ...dpop, url: `${url}/` }
  for (let guess = 0; guess < 10; guess++) {
    expect(await login({ dpop: broken, code: guess % 2 ? wrongCode : request.code })).toEqual({
      ok: false,
      reason: 'dpop',
    })
  }
  expect(await login()).toMatchObject({ ok: true })
})

test('after five wrong guesses the right code is refused, however often the caller’s own counter was reset', async () => {
  for (let guess = 0; guess < 5; guess++) {
    expect(await login({ code: wrongCode })).toEqual({ ok: false, reason: 'code' })
  }
  expect(await login()).toEqual({ ok: false, reason: 'tries' })
})

test('parallel guesses get five tries between them', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => login({ code: wrongCode })))
  expect(answers.filter(answer => !answer.ok && answer.reason === 'code')).toHaveLength(5)
})

test('a code cannot be issued for longer than ten minutes', () => {
  const long = { ...identity, codeId: 'code_3', expiresAt: NOW + 24 * 60 * 60_000 }
  expect(() => issueCode(custody, long)).toThrow('ten minutes')
})

test('codes have six digits, leading zeros included, and spread over the whole range', () => {
  const codes = Array.from({ length: 2000 }, (_, index) =>
    issueCode(custody, { ...identity, codeId: `c${index}`, expiresAt: NOW + 1 }),
  ).map(({ code }) => code)
  expect(codes.every(code => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes.map(code => code.charAt(0))).size).toBe(10)
})
