import { expect, test } from 'vitest'
import { readMoonpayStatus } from './read-status.ts'

const order = { id: 'fund_1', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }
const told = (...statuses: readonly string[]) =>
  statuses.map(status => ({
    externalTransactionId: order.id,
    walletAddress: order.address.toLowerCase(),
    status,
    cryptoTransactionId: '0xab',
    quoteCurrencyAmount: '25.50',
  }))

test.each([
  [[], { status: 'pending' }],
  [['waitingPayment'], { status: 'pending' }],
  [['waitingAuthorization'], { status: 'waitingAuthorization' }],
  [['failed'], { status: 'failed' }],
  [['serviceFailure'], { status: 'serviceFailure' }],
  // Who failed tries anew in the same window.
  [['failed', 'pending'], { status: 'pending' }],
  [['failed', 'waitingAuthorization'], { status: 'waitingAuthorization' }],
  [['failed', 'completed'], { status: 'completed', transactionHash: '0xab', quoteCurrencyAmount: '25.50' }],
  [['serviceFailure', 'failed'], { status: 'failed' }],
  [['a word of tomorrow'], { status: 'pending' }],
])('%j is %j', (statuses, expected) => {
  expect(readMoonpayStatus(order, told(...statuses))).toEqual(expected)
})

test('a purchase to another wallet, or of another name, counts for nothing', () => {
  const [one] = told('completed')
  if (!one) throw new Error('There is one.')
  expect(readMoonpayStatus(order, [{ ...one, walletAddress: `0x${'66'.repeat(20)}` }])).toBeNull()
  expect(readMoonpayStatus(order, [one, { ...one, externalTransactionId: 'fund_2' }])).toBeNull()
})

test('an address on Solana is another one where its letters are', () => {
  const solana = { id: order.id, address: '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe' }
  const [one] = told('completed')
  if (!one) throw new Error('There is one.')
  expect(readMoonpayStatus(solana, [{ ...one, walletAddress: solana.address }])?.status).toBe('completed')
  expect(readMoonpayStatus(solana, [{ ...one, walletAddress: solana.address.toLowerCase() }])).toBeNull()
})
