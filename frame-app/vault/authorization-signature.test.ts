import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { p1363ToDer } from './authorization-signature.ts'
import { generateDeviceKey } from './device-key.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

test.each([
  ['small values lose their leading zeros', `${'00'.repeat(31)}01${'00'.repeat(31)}7f`, '300602010102017f'],
  [
    'a leading one bit gets a zero byte',
    `${'00'.repeat(31)}80${'00'.repeat(30)}8001`,
    '300902020080020300' + '8001',
  ],
  ['zero is one byte', '00'.repeat(64), '3006020100020100'],
  ['the longest form', 'ff'.repeat(64), `3046022100${'ff'.repeat(32)}022100${'ff'.repeat(32)}`],
])('%s', (_, p1363, der) => {
  expect(Buffer.from(p1363ToDer(hex(p1363))).toString('hex')).toBe(der)
})

test.each([0, 63, 65, 96])('%i bytes are no P-256 signature', length => {
  expect(() => p1363ToDer(new Uint8Array(length))).toThrow(RangeError)
})

test('what WebCrypto signs, node:crypto verifies as DER', async () => {
  const { privateKey, publicKey } = await generateDeviceKey()
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', publicKey))
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  // Enough signatures that short r, short s and leading one bits all occur.
  for (let index = 0; index < 600; index++) {
    const data = new TextEncoder().encode(`message ${index}`)
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data)
    expect(verify('sha256', data, key, p1363ToDer(new Uint8Array(signature)))).toBe(true)
  }
})
