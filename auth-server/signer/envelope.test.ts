import type { KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type EnvelopeContext, open, seal } from './envelope.ts'
import { deriveKeyring } from './testing/derived-roots.ts'

const keyOf = (byte: number) => deriveKeyring(Buffer.alloc(32, byte)).envelope
const key = keyOf(1)
const context = {
  purpose: 'wallet-key',
  walletId: 'wallet_1',
  appId: 'app_1',
  userId: 'user_1',
  chainType: 'ethereum',
  address: '0xA',
} as const satisfies EnvelopeContext
const secret = Buffer.alloc(32, 7)
const sealed = seal(key, context, secret)

const part = (index: number) => sealed.split('.')[index] ?? ''
const replacePart = (index: number, value: string) => sealed.split('.').with(index, value).join('.')
const flipped = (text: string, bit: number) => {
  const bytes = Buffer.from(text, 'base64url')
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes.toString('base64url')
}

test('opens what it sealed, in its versioned form', () => {
  expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{64}$/)
  expect(Buffer.from(open(key, context, sealed))).toEqual(secret)
})

test('every envelope has an IV of its own', () => {
  const ivs = Array.from({ length: 500 }, () => seal(key, context, secret).split('.')[2])
  expect(new Set(ivs).size).toBe(500)
})

describe('refuses an envelope', () => {
  test.each(['walletId', 'appId', 'userId', 'chainType', 'address'] as const)(
    'whose row was copied to another %s',
    field => {
      expect(() => open(key, { ...context, [field]: 'other' }, sealed)).toThrow('belongs to another wallet')
    },
  )

  test('that was sealed for another purpose', () => {
    expect(() => open(key, { purpose: 'token-signing-key' }, sealed)).toThrow('belongs to another wallet')
  })

  test('with any one bit flipped, in IV, ciphertext or tag', () => {
    for (const index of [2, 3]) {
      const bits = Buffer.from(part(index), 'base64url').length * 8
      for (let bit = 0; bit < bits; bit++) {
        expect(() => open(key, context, replacePart(index, flipped(part(index), bit)))).toThrow('damaged')
      }
    }
  })

  test('that was cut short at any character', () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(() => open(key, context, sealed.slice(0, length))).toThrow()
    }
  })

  test('that is written in a second way', () => {
    expect(() => open(key, context, `${sealed}=`)).toThrow('damaged')
    expect(() => open(key, context, `${sealed}.`)).toThrow('damaged')
    expect(() => open(key, context, replacePart(3, `${part(3)} `))).toThrow('damaged')
  })

  test('with a shorter tag', () => {
    const short = Buffer.from(part(3), 'base64url').subarray(0, -8).toString('base64url')
    expect(() => open(key, context, replacePart(3, short))).toThrow('damaged')
  })

  test('of a newer release, saying so', () => {
    expect(() => open(key, context, replacePart(0, 'v2'))).toThrow('newer release')
  })

  test('of a key that is not held, saying so', () => {
    expect(() => open(keyOf(2), context, sealed)).toThrow('does not hold')
    const another = keyOf(2).byId.get(keyOf(2).current) as KeyObject
    const misnamed = { current: key.current, byId: new Map([[key.current, another]]) }
    expect(() => open(misnamed, context, sealed)).toThrow('damaged')
  })
})
