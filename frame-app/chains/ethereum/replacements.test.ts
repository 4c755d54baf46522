import { describe, expect, test } from 'vitest'
import type { Hex, ReplacementKind, SentTransaction } from './ports.ts'
import { isCancel, isGivenUp, replacing, spedUpAs, winnerOver } from './replacements.ts'

const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const row = (
  number: number,
  status: SentTransaction['status'],
  replaces?: readonly [number, ReplacementKind],
  own: Partial<SentTransaction> = {},
): SentTransaction => ({
  ...{ hash: hashOf(number), status, nonce: 7, chainId: 1, to: null, sentAt: 0, isFinal: false },
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  blockNumber: null,
  ...(replaces && { replaces: { hash: hashOf(replaces[0]), kind: replaces[1] } }),
  ...own,
})

describe('two transactions of one nonce', () => {
  test('the one in a block wins, whichever it is', () => {
    const first = row(1, 'pending')
    const second = row(2, 'pending', [1, 'speed-up'])
    expect(winnerOver(first, [first, second])).toBeUndefined()
    const mined = { ...second, status: 'reverted' } as const
    expect(winnerOver(first, [first, mined])).toBe(mined)
    expect(winnerOver(mined, [first, mined])).toBeUndefined()
  })

  test.each([
    ['another nonce', { nonce: 8 }],
    ['another chain', { chainId: 2 }],
    ['another account', { from: `0x${'1'.repeat(40)}` }],
  ] as const)('one of %s is no rival', (_, own) => {
    const first = row(1, 'pending')
    expect(winnerOver(first, [first, row(2, 'confirmed', undefined, own)])).toBeUndefined()
  })

  test('an account is the same in any letters', () => {
    const first = row(1, 'pending')
    const lower = row(2, 'confirmed', undefined, { from: first.from.toLowerCase() as Hex })
    expect(winnerOver(first, [first, lower])).toBe(lower)
  })
})

describe('a chain of replacements', () => {
  const first = row(1, 'pending')
  const faster = row(2, 'pending', [1, 'speed-up'])
  const fastest = row(3, 'confirmed', [2, 'speed-up'])
  const cancel = row(4, 'pending', [1, 'cancel'])
  const fasterCancel = row(5, 'confirmed', [4, 'speed-up'])

  test('what was sped up twice is done by the last one', () => {
    expect(spedUpAs(first.hash, [fastest, faster, first])).toBe(fastest)
  })

  test('what was cancelled is done by none', () => {
    expect(spedUpAs(first.hash, [fasterCancel, cancel, first])).toBeUndefined()
  })

  test('a cancellation stays one when it is sped up', () => {
    const rows = [fasterCancel, cancel, first]
    expect(rows.map(it => isCancel(it, rows))).toEqual([true, true, false])
    expect(isCancel(faster, [faster, first])).toBe(false)
  })

  test('says how a waiting one is being replaced', () => {
    expect(replacing(first, [faster, first])).toBe('speed-up')
    expect(replacing(first, [cancel, first])).toBe('cancel')
    expect(replacing(cancel, [row(5, 'pending', [4, 'speed-up']), cancel, first])).toBe('speed-up')
    expect(replacing(faster, [faster, first])).toBeNull()
    expect(replacing(first, [{ ...faster, status: 'dropped' }, first])).toBeNull()
  })

  test('a cancelled one is given up, whatever became of the cancellation, and a sped-up one is not', () => {
    expect(isGivenUp(first, [cancel, first])).toBe(true)
    expect(isGivenUp(first, [{ ...cancel, status: 'dropped' }, first])).toBe(true)
    expect(isGivenUp(first, [faster, first])).toBe(false)
    expect(isGivenUp(cancel, [fasterCancel, cancel, first])).toBe(false)
  })
})
