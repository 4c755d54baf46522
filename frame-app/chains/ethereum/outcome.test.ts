import { describe, expect, test } from 'vitest'
import { outcomeOf, type Sighting } from './outcome.ts'
import type { SentTransaction } from './ports.ts'

const HOUR = 3_600_000
const sent: SentTransaction = {
  hash: `0x${'ab'.repeat(32)}`,
  chainId: 1,
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  to: null,
  nonce: 5,
  sentAt: 0,
  status: 'pending',
  blockNumber: null,
  isFinal: false,
}
const seen = (own: Partial<Sighting>): Sighting => ({
  receipt: null,
  isKnown: true,
  replacedBy: null,
  head: 100,
  now: 1000,
  ...own,
})
const inBlock = (blockNumber: number, succeeded = true) => ({
  receipt: { blockNumber, succeeded },
})

describe('what has become of a transaction', () => {
  test.each<[string, Partial<Sighting>, object]>([
    ['waits in the pool', {}, { status: 'pending', isFinal: false }],
    ['waits for hours', { now: 9 * HOUR }, { status: 'pending', isFinal: false }],
    ['is not known yet', { isKnown: false }, { status: 'pending', isFinal: false }],
    ['is not known for half an hour', { isKnown: false, now: HOUR }, { status: 'dropped', isFinal: false }],
    ['is not known for a day', { isKnown: false, now: 25 * HOUR }, { status: 'dropped', isFinal: true }],
    ['is in the newest block', inBlock(100), { status: 'confirmed', blockNumber: 100, isFinal: false }],
    ['failed in a block', inBlock(100, false), { status: 'reverted', blockNumber: 100, isFinal: false }],
    ['is 63 blocks deep', inBlock(37), { status: 'confirmed', isFinal: false }],
    ['is 64 blocks deep', inBlock(36), { status: 'confirmed', isFinal: true }],
    [
      'is in a block of a chain that stands still',
      { ...inBlock(100), now: 25 * HOUR },
      { status: 'confirmed', isFinal: true },
    ],
    [
      'lost its nonce to a transaction of the newest block',
      { isKnown: false, replacedBy: { blockNumber: 100 } },
      { status: 'replaced', isFinal: false },
    ],
    [
      'lost its nonce 64 blocks ago',
      { isKnown: false, replacedBy: { blockNumber: 36 } },
      { status: 'replaced', isFinal: true },
    ],
    [
      'has a receipt after it looked replaced',
      { ...inBlock(100), replacedBy: { blockNumber: 99 } },
      { status: 'confirmed', isFinal: false },
    ],
  ])('it %s', (_, own, expected) => {
    expect(outcomeOf(sent, seen(own))).toMatchObject(expected)
  })

  test('its block was undone: it waits again', () => {
    const confirmed: SentTransaction = { ...sent, status: 'confirmed', blockNumber: 100 }
    expect(outcomeOf(confirmed, seen({}))).toEqual({ status: 'pending', blockNumber: null, isFinal: false })
  })
})
