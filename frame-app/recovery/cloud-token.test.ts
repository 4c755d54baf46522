import { CompactEncrypt } from 'jose'
import { expect, it } from 'vitest'
import { fakeCalls } from '../ui/testing/fake-kernel.ts'
import { redeemCloudGrant } from './cloud-token.ts'

const { signal } = new AbortController()
const GRANT = { provider: 'icloud', state: 's', verifier: 'v', answer: 'a' } as const
const ECDH = { name: 'ECDH', namedCurve: 'P-256' }
const keyOf = (spki: string) => crypto.subtle.importKey('spki', Buffer.from(spki, 'base64'), ECDH, true, [])
const encrypt = (text: string, key: CryptoKey, header: { alg: string; enc: string }) =>
  new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key)
const HEADER = { alg: 'ECDH-ES', enc: 'A256GCM' }

it('opens the token that is encrypted to a key of this one answer', async () => {
  const recipients: string[] = []
  const calls = fakeCalls({
    async cloudToken(grant, recipient) {
      expect(grant).toEqual(GRANT)
      recipients.push(recipient)
      return encrypt('the token', await keyOf(recipient), HEADER)
    },
  })
  expect(await redeemCloudGrant(calls, GRANT, signal)).toBe('the token')
  expect(await redeemCloudGrant(calls, GRANT, signal)).toBe('the token')
  expect(new Set(recipients).size).toBe(2)
})

it.each([
  [
    'for somebody else',
    async () => encrypt('t', (await crypto.subtle.generateKey(ECDH, true, ['deriveBits'])).publicKey, HEADER),
  ],
  [
    'by another algorithm',
    async (to: CryptoKey) => encrypt('t', to, { alg: 'ECDH-ES+A256KW', enc: 'A256GCM' }),
  ],
  ['not at all', async () => 'the token'],
])('does not take one that is encrypted %s', async (_, answer) => {
  const calls = fakeCalls({ cloudToken: async (_grant, recipient) => answer(await keyOf(recipient)) })
  await expect(redeemCloudGrant(calls, GRANT, signal)).rejects.toMatchObject({ code: 'oauth_unexpected' })
})
