import { expect, test } from 'vitest'
import { ABSURD_FEE_WEI, type Appraised, appraise } from './warnings.ts'

const ETHER = 10n ** 18n
const usual: Appraised = {
  maxFee: ETHER / 10_000n,
  value: ETHER,
  balance: 10n * ETHER,
  namedNonce: undefined,
  nextNonce: 5,
  failure: null,
}

test.each<[string, Partial<Appraised>, string[]]>([
  ['a usual transfer', {}, []],
  ['a call without value', { value: 0n }, []],
  ['the whole balance, fee included', { value: 10n * ETHER - ETHER / 10_000n }, []],
  ['one wei more than that', { value: 10n * ETHER - ETHER / 10_000n + 1n }, ['insufficient-balance']],
  ['the highest fee that passes', { maxFee: ABSURD_FEE_WEI }, []],
  ['one wei more', { maxFee: ABSURD_FEE_WEI + 1n }, ['absurd-fee']],
  ['a fee of many times the value', { maxFee: ETHER / 100n, value: ETHER / 2000n }, ['absurd-fee']],
  ['the same, of a few cents', { maxFee: ETHER / 10_000n, value: 1n }, []],
  ['the next nonce, named', { namedNonce: 5 }, []],
  ['a later nonce', { namedNonce: 6 }, ['nonce-gap']],
  ['an earlier nonce', { namedNonce: 4 }, ['nonce-replaces']],
  ['a failure that is foreseen', { failure: { reason: 'Sale is over' } }, ['will-fail']],
])('%s', (_, own, expected) => {
  expect(appraise({ ...usual, ...own }).map(({ kind }) => kind)).toEqual(expected)
})
