import { randomBytes } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import {
  base58Bytes,
  base58Text,
  base64Bytes,
  base64Text,
  base64urlBytes,
  base64urlText,
  hexBytes,
  hexText,
} from './encoding.ts'

const samples = [...Array(70).keys()].map(length => Uint8Array.from(randomBytes(length)))

test.each([
  ['base64', base64Text, base64Bytes],
  ['base64url', base64urlText, base64urlBytes],
  ['hex', hexText, hexBytes],
] as const)('%s is what Node writes, and is read back', (encoding, text, bytes) => {
  for (const sample of samples) {
    expect(text(sample)).toBe(Buffer.from(sample).toString(encoding))
    expect(bytes(text(sample))).toEqual(sample)
  }
})

describe('another spelling is none', () => {
  it.each(['QQ', 'QR==', 'QQ==\n', ' QQ==', 'Q-==', '*'])('of base64: %j', text =>
    expect(base64Bytes(text)).toBeNull(),
  )
  it.each(['QQ==', 'QR', 'Q+', 'QQ\n', 'é'])('of base64url: %j', text =>
    expect(base64urlBytes(text)).toBeNull(),
  )
  it.each(['0', '0x00', 'zz', ' 00'])('of hex: %j', text => expect(hexBytes(text)).toBeNull())
  it.each(['0', 'O', 'I', 'l', ' 2', '2\n'])('of base58: %j', text => expect(base58Bytes(text)).toBeNull())
})

describe('base58', () => {
  /** IETF draft-msporny-base58-03 §5, and the address of Solana's system program. */
  it.each([
    ['Hello World!', '2NEpo7TZRRrLZSi2U'],
    [
      'The quick brown fox jumps over the lazy dog.',
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    ],
    ['\0'.repeat(32), '1'.repeat(32)],
    ['', ''],
  ])('%j', (plain, text) => {
    expect(base58Text(new TextEncoder().encode(plain))).toBe(text)
    expect(base58Bytes(text)).toEqual(new TextEncoder().encode(plain))
  })

  it('reads back what it wrote, leading zeros too', () => {
    for (const sample of samples) expect(base58Bytes(base58Text(sample))).toEqual(sample)
  })

  it('reads nothing longer than an address or a signature can be', () => {
    expect(base58Bytes('1'.repeat(128))).toHaveLength(128)
    expect(base58Bytes('1'.repeat(129))).toBeNull()
  })
})
