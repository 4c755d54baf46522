import { hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKeyring } from './keyring.ts'

test('derives one key per purpose by HKDF-SHA256 with the purpose as info', () => {
  const master = randomBytes(32)
  const copy = Buffer.from(master)
  const { otp, challenge, accountSeal, deviceSeal, envelope, tokenKey } = deriveKeyring(master)
  const expected = (info: string) => Buffer.from(hkdfSync('sha256', copy, '', info, 32)).toString('hex')
  expect(
    [otp, challenge, accountSeal, deviceSeal, envelope, tokenKey].map(key => key.export().toString('hex')),
  ).toEqual([
    expected('vitrine/otp/v1'),
    expected('vitrine/passkey-challenge/v1'),
    expected('vitrine/account-seal/v1'),
    expected('vitrine/device-seal/v1'),
    expected('vitrine/envelope/v1'),
    expected('vitrine/token-key/v1'),
  ])
})

test('the identity is the same for the same master key, another for another one, and no other key of it', () => {
  const { identity, recipient } = deriveKeyring(Buffer.alloc(32, 1))
  expect(deriveKeyring(Buffer.alloc(32, 1)).identity.publicKey).toEqual(identity.publicKey)
  expect(deriveKeyring(Buffer.alloc(32, 2)).identity.publicKey).not.toEqual(identity.publicKey)
  expect(Buffer.from(recipient.publicKey)).not.toEqual(identity.publicKey)
})

test('the identity is what it was in the first release that had one: sites pin it', () => {
  const { x, y } = deriveKeyring(Buffer.alloc(32, 1)).identity.privateKey.export({ format: 'jwk' })
  expect({ x, y }).toEqual({
    x: 'NYWnJv6FZCRTOhRRJ7uQg239eV-MbB5atkg0IdsciQo',
    y: 'B1POPNhMB9GMHcLQCcLclABB3arIwuGHC_YOsPpNhYY',
  })
})

test('wipes the master key', () => {
  const master = randomBytes(32)
  deriveKeyring(master)
  expect(master.equals(Buffer.alloc(32))).toBe(true)
})

test('the key id tells master keys apart and is not a key', () => {
  const first = deriveKeyring(Buffer.alloc(32, 1))
  expect(deriveKeyring(Buffer.alloc(32, 1)).keyId).toBe(first.keyId)
  expect(deriveKeyring(Buffer.alloc(32, 2)).keyId).not.toBe(first.keyId)
  expect(first.envelope.export().toString('base64url')).not.toContain(first.keyId)
})

test.each([0, 16, 31, 33, 64])('refuses a master key of %i bytes', length => {
  expect(() => deriveKeyring(Buffer.alloc(length))).toThrow('32 bytes')
})
