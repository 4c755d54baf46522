import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const ETHEREUM = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
const SOLANA = { method: 'signMessage', params: { message: 'aGk=', encoding: 'base64' } }

test('a wallet performs the requests of its own chain', () => {
  expect(readRequest('ethereum', ETHEREUM)).toEqual(ETHEREUM)
  expect(readRequest('solana', SOLANA)).toEqual(SOLANA)
})

test.each([
  ['ethereum', SOLANA],
  ['solana', ETHEREUM],
  ['ethereum', { ...ETHEREUM, more: 1 }],
  ['ethereum', null],
  ['ethereum', 'personal_sign'],
] as const)('an %s wallet performs no other: %j', (chainType, request) => {
  expect(() => readRequest(chainType, request)).toThrow(
    expect.objectContaining({ problem: 'unsupported-request' }),
  )
})
