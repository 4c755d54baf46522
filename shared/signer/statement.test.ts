import { calculateJwkThumbprint, type JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { identityThumbprint, isStatementOf } from './statement.ts'
import { createTestSigner } from './testing/test-signer.ts'

const signer = createTestSigner()
const origin = 'https://wallet.example'
const statement = { kind: 'challenge', origin, appId: 'app_1', challenge: 'c' } as const

describe('a statement', () => {
  test('is the signer’s when its key signed it', async () => {
    expect(await isStatementOf(signer.identity, statement, signer.sign(statement))).toBe(true)
  })

  test.each([
    ['of another app', { ...statement, appId: 'app_2' }],
    ['of another wallet origin', { ...statement, origin: 'https://other.example' }],
    ['of another challenge', { ...statement, challenge: 'd' }],
    ['of another kind', { kind: 'recipient', origin, recipient: 'c' } as const],
  ])('%s is another one', async (_, other) => {
    expect(await isStatementOf(signer.identity, other, signer.sign(statement))).toBe(false)
  })

  test('by another key is not the signer’s', async () => {
    expect(await isStatementOf(signer.identity, statement, createTestSigner().sign(statement))).toBe(false)
  })

  test.each(['', 'AAAA', '%', Buffer.alloc(65, 4).toString('base64url')])(
    'is nobody’s for a key that is none: %j',
    async identity => {
      expect(await isStatementOf(identity, statement, signer.sign(statement))).toBe(false)
    },
  )

  test('is nobody’s with a signature that is none', async () => {
    expect(await isStatementOf(signer.identity, statement, '')).toBe(false)
    expect(await isStatementOf(signer.identity, statement, 'A'.repeat(86))).toBe(false)
  })
})

test('the thumbprint is the one of RFC 7638', async () => {
  expect(await identityThumbprint(signer.identity)).toBe(await calculateJwkThumbprint(signer.jwk as JWK))
  await expect(identityThumbprint('AAAA')).rejects.toThrow(TypeError)
})
