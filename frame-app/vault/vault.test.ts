import { createHash, createPublicKey, verify } from 'node:crypto'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { EmbeddedJWK, jwtVerify } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { accessTokenHash } from '../session/authorized-request.ts'
import { generateDeviceKey } from './device-key.ts'
import { createSetVault } from './set/set-vault.ts'
import { createMemoryKeyStore } from './testing/in-process-vault.ts'
import { MemoryShareStore, OWNER } from './testing/set-fixtures.ts'
import { createVault } from './vault.ts'

/** These tests have no on-device wallet. */
const noSets = () => Promise.reject(new TypeError('No sets'))

const url = 'https://wallet.example/api/v1/wallets'
const payload: AuthorizationPayload = {
  version: 1,
  method: 'POST',
  url,
  body: { owner: { public_key: 'abc' }, chain_type: 'ethereum', note: 'é' },
  headers: {
    'vitrine-request-expiry': '1700000000000',
    'vitrine-app-id': 'app_test',
    'vitrine-idempotency-key': '0123456789abcdef',
  },
}
/** RFC 8785 of `payload`, written out by hand. */
const CANONICAL =
  '{"body":{"chain_type":"ethereum","note":"é","owner":{"public_key":"abc"}},' +
  '"headers":{"vitrine-app-id":"app_test","vitrine-idempotency-key":"0123456789abcdef",' +
  '"vitrine-request-expiry":"1700000000000"},"method":"POST",' +
  `"url":"${url}","version":1}`

const verifier = async (publicKey: string) =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })

const request = { method: 'POST', url, iat: 1_700_000_000 }

test('the private key cannot be exported', async () => {
  const { privateKey } = await generateDeviceKey()
  expect(privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow()
})

test('a proof holds for its request and its key (RFC 9449 §4.2)', async () => {
  const vault = createVault(createMemoryKeyStore(), noSets)
  const ath = await accessTokenHash('token')
  const proof = await vault.proveRequest({ method: 'POST', url, iat: 1_700_000_000, accessTokenHash: ath })
  const { payload: claims, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt' })
  expect(claims).toEqual({
    htm: 'POST',
    htu: url,
    iat: 1_700_000_000,
    ath: createHash('sha256').update('token').digest('base64url'),
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(Object.keys(protectedHeader.jwk ?? {}).sort()).toEqual(['crv', 'kty', 'x', 'y'])
  expect(protectedHeader.alg).toBe('ES256')
})

test('no two proofs are the same, and one without a token says nothing of one', async () => {
  const vault = createVault(createMemoryKeyStore(), noSets)
  const request = { method: 'GET', url, iat: 1 }
  const read = async () => (await jwtVerify(await vault.proveRequest(request), EmbeddedJWK)).payload
  const [first, second] = [await read(), await read()]
  expect(first.jti).not.toBe(second.jti)
  expect(first).not.toHaveProperty('ath')
})

test('an authorization is the DER signature of the canonical request', async () => {
  const vault = createVault(createMemoryKeyStore(), noSets)
  const key = await verifier(await vault.publicKey())
  const signature = Buffer.from((await vault.authorize(payload, request)).signature, 'base64')
  expect(verify('sha256', Buffer.from(CANONICAL), key, signature)).toBe(true)
  expect(verify('sha256', Buffer.from(CANONICAL.replace('ethereum', 'ethereun')), key, signature)).toBe(false)
})

test('an authorization comes with the proof that its request is sent with, by the same key', async () => {
  const vault = createVault(createMemoryKeyStore(), noSets)
  const { proof } = await vault.authorize(payload, request)
  const { payload: claims, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt' })
  expect(claims).toMatchObject({ htm: 'POST', htu: url, iat: request.iat })
  const { x, y } = (await verifier(await vault.publicKey())).export({ format: 'jwk' })
  expect(protectedHeader.jwk).toMatchObject({ x, y })
})

test('only the members that the contract names are signed, so nothing can take the place of the canonical form', async () => {
  const vault = createVault(createMemoryKeyStore(), noSets)
  const key = await verifier(await vault.publicKey())
  const hostile = { ...payload, toJSON: () => 'eyJhbGciOiJFUzI1NiJ9.e30' }
  const signature = Buffer.from((await vault.authorize(hostile, request)).signature, 'base64')
  expect(verify('sha256', Buffer.from(CANONICAL), key, signature)).toBe(true)
})

test('after forget there is another key', async () => {
  const vault = createVault(createMemoryKeyStore(), noSets)
  const before = await vault.publicKey()
  expect(await vault.publicKey()).toBe(before)
  await vault.forget()
  expect(await vault.publicKey()).not.toBe(before)
})

test('the vault offers eight operations and no generic signature', () => {
  expect(Object.keys(createVault(createMemoryKeyStore(), noSets)).sort()).toEqual([
    'authorize',
    'forget',
    'lock',
    'proveRequest',
    'publicKey',
    'sealSecret',
    'set',
    'thumbprint',
  ])
})

describe('on-device wallets', () => {
  const sets = () => createSetVault(new MemoryShareStore())

  test('are reached by the names of their operations only, and answer without a message', async () => {
    const vault = createVault(createMemoryKeyStore(), async () => sets())
    const call = vault.set as unknown as (...call: unknown[]) => Promise<unknown>
    expect(await call('deviceSet', OWNER)).toEqual({ ok: true, value: null })
    for (const name of ['lock', 'constructor', '__proto__', 'toString', 'entropy'])
      expect(await call(name, OWNER)).toEqual({ ok: false, problem: 'unsupported-request' })
    expect(await call('openSet', OWNER, 'handle', {})).toEqual({ ok: false, problem: 'locked' })
    expect(await call('perform', null, null, null)).toEqual({ ok: false, problem: expect.any(String) })
  })

  test('are locked with the device’s key; their code is brought once, and again after a failure', async () => {
    const opened = sets()
    const lock = vi.spyOn(opened, 'lock')
    const load = vi.fn(async () => opened).mockRejectedValueOnce(new TypeError('Offline'))
    const vault = createVault(createMemoryKeyStore(), load)
    await expect(vault.set('deviceSet', OWNER)).rejects.toThrow()
    await vault.set('deviceSet', OWNER)
    await vault.set('recipient')
    expect(load).toHaveBeenCalledTimes(2)
    await vault.forget()
    expect(lock).toHaveBeenCalledOnce()
  })
})
