import { expect, test } from 'vitest'
import { sayEvent } from './event-words.ts'

const data = { signer: 'Shop backend', address: `0x${'ab'.repeat(20)}` }

test.each([
  ['limit', 'Shop backend asked more of 0xaba…abab than you allowed'],
  ['expired', 'Shop backend asked 0xaba…abab after its time was over'],
  ['contract', 'Shop backend asked 0xaba…abab to call what you did not allow'],
  ['recipient', 'Shop backend asked 0xaba…abab to pay whom you did not allow'],
  ['undecoded', 'Shop backend asked 0xaba…abab for what you did not allow'],
])('what a delegate was refused by the rule “%s” has its own sentence', (rule, said) => {
  expect(sayEvent({ type: 'wallet.delegation_refused', data: { ...data, rule } })).toBe(said)
})
