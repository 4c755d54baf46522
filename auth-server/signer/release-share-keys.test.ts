import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import type { ShareKeyPurpose } from '@vitrine/shared/wallet/embedded.ts'
import { compactDecrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { SignerRequest } from './operations.ts'
import { releaseShareKeys } from './release-share-keys.ts'
import { createTestCustody, MASTER_KEY, NOW, ORIGIN, payloadFor, sealedDevice } from './testing/custody.ts'
import { createTestDevice } from './testing/device.ts'

const custody = createTestCustody()
const owner = { appId: 'app_1', userId: 'user_1' }
const phone = await createTestDevice()
const tablet = await createTestDevice()

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64')
const vault = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const body = (
  purposes: readonly ShareKeyPurpose[] = ['auth-share', 'recovery'],
  recipient = vault.publicKey,
) => ({
  recipient: spki(recipient),
  purposes,
})

type Request = SignerRequest<'releaseShareKeys'>
function asking(
  signed: unknown,
  change: Partial<Request> & {
    signer?: typeof phone
    path?: string
    who?: typeof owner
    payload?: Parameters<typeof payloadFor>[3]
  } = {},
): Request {
  const { signer = phone, path = '/embedded_wallets/keys', who = owner, payload: differs, ...rest } = change
  const payload = payloadFor(who.appId, path, signed, differs)
  const authorization = { payload, signature: signer.authorize(payload) } as Request['authorization']
  return { ...who, device: sealedDevice(custody, who, phone), authorization, ...rest }
}
const keysOf = async (request: Request, state = custody) => {
  const { keys } = await releaseShareKeys(state, request)
  const { plaintext } = await compactDecrypt(keys, vault.privateKey)
  return Buffer.from(plaintext).toString('hex')
}

test('gives the vault, and only it, 32 bytes for each purpose, the same every time', async () => {
  const keys = await keysOf(asking(body()))
  expect(keys).toMatch(/^[0-9a-f]{128}$/)
  expect(await keysOf(asking(body()))).toBe(keys)
  expect(await keysOf(asking(body(['recovery', 'auth-share'])))).toBe(keys.slice(64) + keys.slice(0, 64))
  const { keys: sealed } = await releaseShareKeys(custody, asking(body()))
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await expect(compactDecrypt(sealed, stranger.privateKey)).rejects.toThrow()
  expect(sealed).not.toContain(Buffer.from(keys, 'hex').toString('base64url'))
})

test('no two users, apps or installations share a key', async () => {
  const device = (who: typeof owner) => ({ who, device: sealedDevice(custody, who, phone) })
  const all = [
    await keysOf(asking(body(['auth-share']))),
    await keysOf(asking(body(['recovery']))),
    await keysOf(asking(body(['auth-share']), device({ ...owner, userId: 'user_2' }))),
    await keysOf(asking(body(['auth-share']), device({ ...owner, appId: 'app_2' }))),
  ]
  const other = createTestCustody(Buffer.from(MASTER_KEY).fill(7))
  const elsewhere = asking(body(['auth-share']), { device: sealedDevice(other, owner, phone) })
  all.push(await keysOf(elsewhere, other))
  expect(new Set(all).size).toBe(all.length)
})

describe('the answer', () => {
  const said = (answer: { keys: string }, change: object = {}) =>
    ({
      kind: 'share-keys',
      origin: ORIGIN,
      ...owner,
      device: phone.publicKey,
      ...body(),
      keys: answer.keys,
      ...change,
    }) as const
  const identity = custody.keyring.identity.publicKey.toString('base64url')

  test('is the signer’s by its signature, for this device and this question', async () => {
    const answer = await releaseShareKeys(custody, asking(body()))
    expect(await isStatementOf(identity, said(answer), answer.signature)).toBe(true)
  })

  test.each([
    ['another app', { appId: 'app_2' }],
    ['another user', { userId: 'user_2' }],
    ['another device', { device: tablet.publicKey }],
    ['another question', { recipient: spki(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey) }],
    ['other purposes', { purposes: ['auth-share'] }],
    ['other keys', { keys: 'e30..a.a.a' }],
    ['another wallet origin', { origin: 'https://other.example' }],
  ] as const)('is none for %s', async (_, change) => {
    const answer = await releaseShareKeys(custody, asking(body()))
    expect(await isStatementOf(identity, said(answer, change), answer.signature)).toBe(false)
  })
})

describe('refuses', () => {
  test('a recipient that the device did not sign for: the API process cannot put its own', async () => {
    const thief = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const request = asking(body())
    const { payload, signature } = request.authorization
    const swapped = { ...payload, body: body(['auth-share', 'recovery'], thief.publicKey) }
    await expect(
      releaseShareKeys(custody, { ...request, authorization: { payload: swapped, signature } }),
    ).rejects.toMatchObject({ code: 'invalid_authorization' })
  })

  test.each([
    ['another device', { signer: tablet }, 'invalid_authorization'],
    ['a signature for another path', { path: '/wallets' }, 'invalid_authorization'],
    ['a signature that has expired', { payload: { expiry: NOW - 1 } }, 'expired_authorization'],
    ['another user', { userId: 'user_2' }, 'invalid_seal'],
    ['another app', { appId: 'app_2' }, 'invalid_seal'],
  ])('%s', async (_, change, code) => {
    await expect(releaseShareKeys(custody, asking(body(), change))).rejects.toMatchObject({ code })
  })

  test.each([
    ['no purpose', { ...body(), purposes: [] }],
    ['an unknown purpose', { ...body(), purposes: ['entropy'] }],
    ['a field that nobody knows', { ...body(), userId: 'user_2' }],
    ['a recipient that is no key', { ...body(), recipient: 'AAAA' }],
    [
      'a recipient of another curve',
      body(['recovery'], generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
    ],
    ['the body of another operation', { chain_type: 'ethereum', owner: { public_key: phone.publicKey } }],
  ])('%s', async (_, signed) => {
    await expect(releaseShareKeys(custody, asking(signed))).rejects.toMatchObject({
      code: 'invalid_authorization',
    })
  })
})
