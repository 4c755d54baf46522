import { expect, test } from 'vitest'
import { type Appraised, appraise } from './warnings.ts'

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
  ['the next nonce, named', { namedNonce: 5 }, []],
  ['a later nonce', { namedNonce: 6 }, ['nonce-gap']],
  ['an earlier nonce', { namedNonce: 4 }, ['nonce-replaces']],
  ['a failure that is foreseen', { failure: { reason: 'Sale is over' } }, ['will-fail']],
])('%s', (_, own, expected) => {
  expect(appraise({ ...usual, ...own }).map(({ kind }) => kind)).toEqual(expected)
})
