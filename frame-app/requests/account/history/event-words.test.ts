import { expect, test } from 'vitest'
import { sayEvent } from './event-words.ts'

const data = { signer: 'Shop backend', address: `0x${'ab'.repeat(20)}` }

test.each([
  ['limit', 'Blocked: Shop backend tried to spend more than you allowed.'],
  ['expired', 'Blocked: Shop backend tried to use your wallet after its access ended.'],
  ['contract', 'Blocked: Shop backend tried to make a call you didn’t allow.'],
  ['recipient', 'Blocked: Shop backend tried to pay an address you didn’t allow.'],
  ['undecoded', 'Blocked: Shop backend tried to do something you didn’t allow.'],
])('what a delegate was refused by the rule “%s” has its own sentence', (rule, said) => {
  expect(sayEvent({ type: 'wallet.delegation_refused', data: { ...data, rule } })).toBe(said)
})
