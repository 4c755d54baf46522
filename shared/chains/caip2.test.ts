import { expect, test } from 'vitest'
import { parseEip155, toEip155 } from './caip2.ts'
import { defaultChainOf } from './default-chain.ts'

test.each([
  ['eip155:1', 1],
  ['eip155:11155111', 11155111],
  ['eip155:', null],
  ['eip155:0', null],
  ['eip155:0x1', null],
  ['eip155:1 ', null],
  ['eip155:-1', null],
  ['solana:mainnet', null],
  ['1', null],
  ['', null],
])('the chain id in %j is %j', (caip2, chainId) => {
  expect(parseEip155(caip2)).toBe(chainId)
})

test('a chain id as CAIP-2', () => {
  expect(toEip155(8453)).toBe('eip155:8453')
})

test('an embedded wallet’s chain is the main one of its kind', () => {
  expect([defaultChainOf('ethereum'), defaultChainOf('solana')]).toEqual(['eip155:1', 'solana:mainnet'])
})
