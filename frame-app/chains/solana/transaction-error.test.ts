import { describe, expect, it } from 'vitest'
import { NodeRefusal } from './rpc.ts'
import { onChainFailure, readError, sendFailure } from './transaction-error.ts'

const refusal = (data?: unknown, message = 'Transaction simulation failed') =>
  sendFailure(new NodeRefusal({ code: -32002, message, data }))

describe('what a node refuses a transaction with', () => {
  it.each([
    ['InsufficientFundsForFee', 'insufficient_balance'],
    ['AccountNotFound', 'insufficient_balance'],
    [{ InsufficientFundsForRent: { account_index: 0 } }, 'insufficient_balance'],
    ['BlockhashNotFound', 'transaction_failure'],
    [{ InstructionError: [0, { Custom: 6001 }] }, 'transaction_failure'],
    [{ InstructionError: [2, 'InvalidAccountData'] }, 'transaction_failure'],
    [{}, 'transaction_failure'],
    [7, 'transaction_failure'],
  ])('%j is %s', (err, code) => expect(refusal({ err, logs: [] })).toMatchObject({ code }))

  it('is too small a balance when the program’s log says so', () => {
    const err = { InstructionError: [0, { Custom: 1 }] }
    expect(refusal({ err, logs: ['Transfer: insufficient lamports 1, need 2'] })).toMatchObject({
      code: 'insufficient_balance',
    })
    expect(refusal({ err, logs: ['something else'] })).toMatchObject({ code: 'transaction_failure' })
  })

  it('is nothing when it is on chain already', () => {
    expect(refusal({ err: 'AlreadyProcessed', logs: [] })).toBeNull()
  })

  it.each([undefined, null, 'text', { err: null }])(
    'without data that can be read (%j) has the node’s words',
    data => {
      expect(refusal(data, 'slow\n\ndown')).toMatchObject({
        code: 'transaction_failure',
        message: 'The network refuses the transaction: slow down',
      })
    },
  )

  it('has no words of a page’s length', () => {
    expect(refusal(undefined, 'x'.repeat(10_000))?.message.length).toBeLessThan(300)
  })

  it('passes on what is no refusal of a node', () => {
    const error = new TypeError('bug')
    expect(() => sendFailure(error)).toThrow(error)
  })
})

it.each([
  [
    { InstructionError: [1, { Custom: 6001 }] },
    "Instruction 2 of the transaction would fail: the program's error 6001.",
  ],
  ['AccountInUse', 'The network is busy with one of the accounts. Try again.'],
  ['SomethingNew', 'The network refuses the transaction: SomethingNew.'],
  [null, 'The network refuses the transaction: no reason given.'],
])('describes %j', (error, sentence) => expect(onChainFailure(error).message).toBe(sentence))

it.each([
  ['InsufficientFundsForFee', { kind: 'short' }],
  ['BlockhashNotFound', { kind: 'refused', name: 'BlockhashNotFound' }],
  [{ InstructionError: [1, { Custom: 6001 }] }, { kind: 'step', step: 2, name: '6001' }],
  [{ InstructionError: [0, 'InvalidAccountData'] }, { kind: 'step', step: 1, name: 'InvalidAccountData' }],
  [{ InstructionError: 'all of them' }, { kind: 'refused', name: 'InstructionError' }],
  [{ InstructionError: ['first', {}] }, { kind: 'refused', name: 'InstructionError' }],
  ['All is well.\nApprove!', { kind: 'refused', name: 'AlliswellApprove' }],
  [null, { kind: 'refused', name: '' }],
])('reads %j', (error, expected) => expect(readError(error)).toEqual(expected))

it('keeps what it comes of as the cause only', () => {
  const cause = new NodeRefusal({ code: 1, message: 'internal-host-7' })
  expect(onChainFailure('SomethingNew', [], cause).message).not.toContain('internal')
})
