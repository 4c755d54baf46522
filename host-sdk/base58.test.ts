import { base58Bytes, base58Text } from '@vitrine/shared/encoding.ts'
import { expect, test } from 'vitest'
import { fromBase58 } from './base58.ts'

test('reads what the frame’s library writes, and nothing that it does not read', () => {
  for (let length = 0; length < 66; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) =>
      index < length % 4 ? 0 : (index * 89 + length) % 256,
    )
    expect(fromBase58(base58Text(bytes))).toEqual(bytes)
  }
  for (const text of ['0', 'O', 'I', 'l', ' 2', '2\n', '1'.repeat(129)])
    expect([fromBase58(text), base58Bytes(text)]).toEqual([null, null])
})
