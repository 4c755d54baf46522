import { relayError } from '@vitrine/shared/bridge/wallet-relay.ts'
import { describe, expect, it } from 'vitest'
import { RelayFailure, toRelayError } from './relay-error.ts'

const HUGE = 'x'.repeat(10_000_000)
const throwing = (): never => {
  throw new Error('A getter that throws.')
}
const circle: Record<string, unknown> = { message: 'Round' }
circle.cause = circle

/** Read as the frame reads it. */
const read = (cause: unknown) => relayError.parse(structuredClone(toRelayError(cause)))

it.each([
  ['as it is', { code: 4001, message: 'User rejected' }, 4001],
  ['frozen', Object.freeze(Object.assign(new Error('No'), { code: -32002 })), -32002],
  [
    'as MetaMask wraps its node’s',
    { code: -32603, message: 'Internal', data: { originalError: { code: 4902 } } },
    4902,
  ],
  ['as viem wraps', new Error('Outer', { cause: new Error('Inner', { cause: { code: 4900 } }) }), 4900],
  ['as ethers wraps', { code: 'ACTION_REJECTED', info: { error: { code: 4001, message: 'No' } } }, 4001],
  ['as ethers says without a number', { code: 'ACTION_REJECTED', message: 'x' }, 4001],
  [
    'as Wallet Standard adapters wrap',
    { name: 'WalletSignMessageError', message: 'x', error: { code: 4100 } },
    4100,
  ],
  ['where there is no other', { code: -32603, message: 'Internal' }, -32603],
  ['said in words', 'User rejected the request.', 4001],
  ['said in other words', new Error('Transaction cancelled'), 4001],
  ['said by who was asked', { message: 'The request was declined by the user' }, 4001],
  ['in an error that wraps itself', circle, null],
  ['as text', { code: '4001', message: 'No' }, null],
  ['out of bounds', { code: Number.NaN }, null],
  ['that is no whole number', { code: 1.5 }, null],
  ['of a node that rejects', { message: 'The node has rejected the user operation of the paymaster' }, null],
])('finds a code %s', (_name, cause, code) => {
  expect(read(cause).code).toBe(code)
})

it.each([
  new ReferenceError('Buffer is not defined'),
  new ReferenceError("Can't find variable: Buffer"),
  new TypeError('Buffer.from is not a function'),
  new TypeError("undefined is not an object (evaluating 'Buffer.from')"),
  { code: -32603, message: 'Internal', cause: new ReferenceError('Buffer is not defined') },
])('knows a wallet that lacks a Buffer (%#)', cause => {
  expect(read(cause).reason).toBe('buffer')
})

it.each([
  new ReferenceError('ArrayBuffer is not defined'),
  new Error('Buffer overflow'),
  'BufferGeometry is not defined',
])('takes nothing else for that (%#)', cause => {
  expect(read(cause)).not.toHaveProperty('reason')
})

describe('whatever is thrown', () => {
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  // By functions: the runner looks at what it is given.
  it.each<[() => unknown, string]>([
    [() => undefined, ''],
    [() => null, ''],
    [() => 7, ''],
    [() => Symbol('no'), ''],
    [() => throwing, ''],
    [() => 'text', 'text'],
    [() => HUGE, 'x'.repeat(300)],
    [() => ({ message: HUGE, data: HUGE }), 'x'.repeat(300)],
    [() => ({ message: { toString: throwing } }), ''],
    [() => Object.defineProperty({}, 'message', { get: throwing }), ''],
    [() => new Proxy({}, { get: throwing, getPrototypeOf: throwing }), ''],
    [() => revoked.proxy, ''],
    [() => new Proxy({}, { get: () => circle }), 'Round'],
    [() => ({ data: '0x08c379a0' }), ''],
  ])('becomes plain values (%#)', (thrown, message) => {
    expect(read(thrown()).message).toBe(message)
  })

  it('leaves its stack, and everything else that it has', () => {
    const cause = Object.assign(new Error('No'), { secret: 'seed words' })
    expect(toRelayError(cause)).toEqual({ code: null, message: 'No' })
  })
})

it('says its own refusals as they are', () => {
  expect(read(new RelayFailure(4200, 'Not this one.', 'unsupported'))).toEqual({
    code: 4200,
    message: 'Not this one.',
    reason: 'unsupported',
  })
})
