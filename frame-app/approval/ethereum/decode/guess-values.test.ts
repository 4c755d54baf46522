import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import type { Hex } from '../../../chains/ethereum/ports.ts'
import { guessValues } from './guess-values.ts'

const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const dataOf = (types: string, values: readonly unknown[]): Hex =>
  `0xdeadbeef${encodeAbiParameters(parseAbiParameters(types), values as never).slice(2)}`

test('addresses, numbers and bytes are told by their form', () => {
  const word = `0x${'ab'.repeat(32)}` as const
  expect(guessValues(dataOf('address, uint256, bytes32', [ROUTER, 5n * 10n ** 18n, word]))).toEqual([
    { kind: 'address', value: ROUTER },
    { kind: 'text', value: '5000000000000000000' },
    { kind: 'code', value: word },
  ])
})

test('data that is not in words says nothing, and of a long one its beginning', () => {
  expect(guessValues('0xdeadbeef00')).toEqual([])
  expect(guessValues('0xdead')).toEqual([])
  expect(guessValues(`0xdeadbeef${'00'.repeat(32 * 100)}`)).toHaveLength(24)
})
