import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { seal } from './envelope.ts'
import { openTokenKey } from './open-token-key.ts'
import { createTestCustody } from './testing/custody.ts'

const custody = createTestCustody()

test('makes an ES256 key once and opens the same one ever after', async () => {
  const made = await openTokenKey(custody, { sealed: null })
  const opened = await openTokenKey(createTestCustody(), { sealed: made.sealed })
  expect(opened).toEqual(made)

  const { d: _, ...publicJwk } = made.privateJwk
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: String(made.privateJwk.kid) })
    .sign(await importJWK(made.privateJwk, 'ES256'))
  const keys = createLocalJWKSet({ keys: [{ kty: 'EC', ...publicJwk }] })
  expect((await jwtVerify(token, keys)).protectedHeader.alg).toBe('ES256')
})

test('another master key does not open it', async () => {
  const { sealed } = await openTokenKey(custody, { sealed: null })
  await expect(openTokenKey(createTestCustody(Buffer.alloc(32, 3)), { sealed })).rejects.toMatchObject({
    code: 'unknown_key',
  })
})

test('the envelope of something else is not taken for a token key, and is not quoted', async () => {
  const key = custody.keyring.tokenKey
  const sealed = seal(key, { purpose: 'token-signing-key' }, Buffer.from('{"secret":"canary"}'))
  const refusal = await openTokenKey(custody, { sealed }).catch(error => error)
  expect(refusal.code).toBe('unreadable_envelope')
  expect(String(refusal.stack)).not.toContain('canary')
})
