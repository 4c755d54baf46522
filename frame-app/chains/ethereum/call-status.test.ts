import { describe, expect, test } from 'vitest'
import { createStore } from '../../core/store.ts'
import { batchStatus, callStatuses, followStatuses } from './call-status.ts'
import type { CallBatch, Hex, SentTransaction, TransactionStatus } from './ports.ts'

const hash = (index: number): Hex => `0x${String(index).repeat(64)}`
const batch: CallBatch = {
  id: 'mine',
  chainId: 1,
  from: `0x${'1'.repeat(40)}`,
  count: 3,
  hashes: [hash(1), hash(2)],
}
const row = (index: number, status: TransactionStatus): SentTransaction => ({
  hash: hash(index),
  chainId: 1,
  from: batch.from,
  to: null,
  nonce: index,
  sentAt: 0,
  status,
  blockNumber: null,
  isFinal: false,
})
const receipt = (status: string) => ({
  status,
  logs: [],
  blockHash: '0x',
  blockNumber: '0x1',
  gasUsed: '0x1',
  transactionHash: '0x',
})
const sentOf = (...rows: SentTransaction[]) => createStore<readonly SentTransaction[]>(rows)

test.each([
  ['receipts tell', [receipt('0x1'), receipt('0x0')], [], ['confirmed', 'reverted', 'unsent']],
  ['none known', [null, null], [], ['pending', 'pending', 'unsent']],
  ['no receipt, replaced', [receipt('0x1'), null], [row(2, 'replaced')], ['confirmed', 'gone', 'unsent']],
  ['no receipt, known to no node', [null, null], [row(1, 'dropped')], ['pending', 'pending', 'unsent']],
  ['the follower’s word', [], [row(1, 'confirmed'), row(2, 'reverted')], ['confirmed', 'reverted', 'unsent']],
])('%s', (_, receipts, rows, statuses) => {
  expect(callStatuses(batch, receipts, sentOf(...rows))).toEqual(statuses)
})

test.each([
  [['pending', 'confirmed'], 100],
  [['pending', 'gone'], 100],
  [['confirmed', 'confirmed'], 200],
  [['unsent'], 400],
  [['gone', 'unsent'], 400],
  [['reverted', 'reverted'], 500],
  [['reverted', 'unsent'], 500],
  [['confirmed', 'reverted'], 600],
  [['confirmed', 'gone'], 600],
  [['confirmed', 'unsent'], 600],
] as const)('%j is %d', (statuses, status) => {
  expect(batchStatus(statuses)).toBe(status)
})

describe('followed', () => {
  test('each change is told, until it is stopped', () => {
    const sent = sentOf(row(1, 'pending'), row(2, 'pending'))
    const { statuses, stop } = followStatuses(batch, [], sent)
    const told: string[] = []
    statuses.subscribe(() => told.push(`${statuses.get()}`))
    sent.set([row(1, 'confirmed'), row(2, 'pending')])
    sent.set([row(1, 'confirmed'), { ...row(2, 'pending'), sentAt: 1 }])
    stop()
    sent.set([row(1, 'confirmed'), row(2, 'confirmed')])
    expect(told).toEqual(['confirmed,pending,unsent'])
  })
  test('a block that was undone takes back what an older receipt said', () => {
    const sent = sentOf(row(1, 'confirmed'), row(2, 'pending'))
    const { statuses } = followStatuses(batch, [receipt('0x1'), null], sent)
    expect(statuses.get()[0]).toBe('confirmed')
    sent.set([row(1, 'replaced'), row(2, 'pending')])
    expect(statuses.get()[0]).toBe('gone')
  })
})
