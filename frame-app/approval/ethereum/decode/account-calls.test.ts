import { concatHex, type Hex, numberToHex, size } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../../chains/ethereum/ports.ts'
import {
  call,
  execTransaction,
  execute,
  type Made,
  MULTI_SEND,
  modular,
  modularBatch,
  multiSend,
  OTHER_SAFE,
  SAFE,
} from '../../testing/account-calls.ts'
import type { Action, DecodedCall } from './action.ts'
import { decodeCall, decodeSafeTransaction, decodeUserOperation } from './decode-call.ts'

const TOKEN: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ONE: Address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const OTHER: Address = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const transfer = (amount = 5n) => call('transfer(address,uint256)', ONE, amount)
const sent = { kind: 'transfer', contract: TOKEN, from: null, to: ONE, number: 5n }
const unread = { kind: 'unread', account: SAFE }

const actionsOf = (calls: readonly DecodedCall[]) => calls.flatMap(({ actions }) => actions)
const operation = (data: Hex | null) => actionsOf(decodeUserOperation(1, SAFE, data))
const safeTransaction = ({ to, value = 0n, data = '0x', operation: kind = 0 }: Made) =>
  actionsOf(decodeSafeTransaction(1, SAFE, { to, value, data, isDelegate: kind !== 0 }))
/** All actions, also those of accounts within accounts. */
const flat = (actions: readonly Action[]): readonly Action[] =>
  actions.flatMap(action => (action.kind === 'account-calls' ? flat(actionsOf(action.calls)) : [action]))

describe('a user operation', () => {
  const list = [{ to: TOKEN, value: 0n, data: transfer() }]

  it.each([
    ['execute(address,uint256,bytes)', execute({ to: TOKEN, data: transfer() })],
    ['execute with an operation', call('execute(address,uint256,bytes,uint8)', TOKEN, 0n, transfer(), 0)],
    [
      'executeBatch of three lists',
      call('executeBatch(address[],uint256[],bytes[])', [TOKEN], [0n], [transfer()]),
    ],
    [
      'executeBatch without values',
      call('executeBatch(address[],uint256[],bytes[])', [TOKEN], [], [transfer()]),
    ],
    ['executeBatch of two lists', call('executeBatch(address[],bytes[])', [TOKEN], [transfer()])],
    ['executeBatch of structs', call('executeBatch((address,uint256,bytes)[])', list.map(Object.values))],
    ['ERC-7579 single', modular('0x00', concatHex([TOKEN, numberToHex(0, { size: 32 }), transfer()]))],
    [
      'ERC-7579 single, failing silently',
      modular('0x0001', concatHex([TOKEN, numberToHex(0, { size: 32 }), transfer()])),
    ],
    ['ERC-7579 batch', modular('0x01', modularBatch(...list))],
    ['ERC-7821 batch', modular('0x01000000000078210001', modularBatch(...list))],
    ['executeUserOp of a Safe', call('executeUserOp(address,uint256,bytes,uint8)', TOKEN, 0n, transfer(), 0)],
  ])('is read as the calls that it makes: %s', (_name, data) => {
    expect(operation(data)).toMatchObject([sent])
    expect(operation(`0x${data.slice(2).toUpperCase()}`)).toMatchObject([sent])
  })

  it('with money and a call has both, in order', () => {
    const data = modular('0x01', modularBatch({ to: ONE, value: 7n }, { to: TOKEN, data: transfer() }))
    expect(operation(data)).toMatchObject([{ kind: 'send-native', to: ONE, value: 7n }, sent])
  })

  it('without calls makes none', () => {
    expect(operation('0x')).toEqual([])
  })

  it.each<[string, Hex | null]>([
    ['its hash alone', null],
    ['another function', '0xdeadbeef'],
    ['less than a selector', '0xb6'],
    ['executeUserOp of ERC-4337 v0.7', call('executeUserOp(bytes,bytes32)', '0x', `0x${'1'.repeat(64)}`)],
    ['lists of different lengths', call('executeBatch(address[],bytes[])', [TOKEN, ONE], [transfer()])],
    ['other values than calls', call('executeBatch(address[],uint256[],bytes[])', [TOKEN], [1n, 2n], ['0x'])],
    ['no calls at all', modular('0x01', modularBatch())],
    ['an unknown mode', modular('0x0100000000000000beef', modularBatch(...list))],
    [
      'an unknown mode of a single call',
      modular('0x0000000000000000beef', concatHex([TOKEN, numberToHex(0, { size: 32 })])),
    ],
    ['an unknown call type', modular('0x02', modularBatch(...list))],
    ['an unknown way to fail', modular('0x0102', modularBatch(...list))],
    ['a single call without a value', modular('0x00', TOKEN)],
    ['more calls than a user reads', modular('0x01', modularBatch(...Array(65).fill(list[0])))],
  ])('that cannot be read is marked as unread: %s', (_name, data) => {
    expect(operation(data)).toEqual([unread])
  })

  it('that runs another contract’s code as the account is a delegate call', () => {
    const delegate = { kind: 'delegate', account: SAFE, contract: OTHER }
    expect(operation(modular('0xff', concatHex([OTHER, transfer()])))).toEqual([delegate])
    const safe = call('executeUserOp(address,uint256,bytes,uint8)', OTHER, 0n, transfer(), 1)
    expect(operation(safe)).toEqual([delegate])
  })

  it('that calls the account itself is read as a change of the account, or is unread', () => {
    const toItself = (data: Hex, to = SAFE) => flat(operation(execute({ to, data })))
    expect(toItself(call('enableModule(address)', ONE))).toMatchObject([
      { kind: 'change-control', contract: SAFE, name: 'enableModule', added: ONE },
    ])
    expect(toItself(transfer())).toEqual([unread])
    expect(toItself('0xdeadbeef')).toEqual([unread])
    expect(toItself(execute({ to: TOKEN, data: transfer() }))).toMatchObject([sent])
    // ERC-7821: no address stands for the account.
    expect(toItself('0xdeadbeef', `0x${'0'.repeat(40)}`)).toEqual([unread])
  })

  it('cut off at any byte is marked as unread', () => {
    const data = execute({ to: TOKEN, data: transfer() })
    for (let end = 4; end < data.length - 56; end += 2)
      expect(operation(data.slice(0, end) as Hex)).toEqual([unread])
  })
})

describe('a Safe transaction', () => {
  it('by Safe’s multiSend is the transactions in it', () => {
    const data = multiSend(
      { to: TOKEN, data: transfer() },
      { to: ONE, value: 7n },
      { to: OTHER, data: '0xdeadbeef', operation: 1 },
    )
    expect(safeTransaction({ to: MULTI_SEND, data, operation: 1 })).toMatchObject([
      sent,
      { kind: 'send-native', to: ONE, value: 7n },
      { kind: 'delegate', account: SAFE, contract: OTHER },
    ])
  })

  it('is read as a multiSend for a DELEGATECALL of Safe’s own contract alone', () => {
    const data = multiSend({ to: TOKEN, data: transfer() })
    const delegate = { kind: 'delegate', account: SAFE, contract: OTHER }
    expect(safeTransaction({ to: OTHER, data, operation: 1 })).toEqual([delegate])
    expect(safeTransaction({ to: MULTI_SEND, data })).toMatchObject([{ kind: 'unknown-call' }])
  })

  const packed = (data: Hex) => call('multiSend(bytes)', data)
  const head = (length: bigint) =>
    concatHex(['0x00', TOKEN, numberToHex(0, { size: 32 }), numberToHex(length, { size: 32 })])
  it.each([
    ['with a byte behind it', packed(concatHex([head(0n), '0x00']))],
    ['that ends too early', packed(concatHex([head(5n), '0xffffffff']))],
    ['with a length beyond all data', packed(head(2n ** 255n))],
    ['without transactions', packed('0x')],
    ['with more than a user reads', multiSend(...Array(65).fill({ to: ONE, value: 1n }))],
    ['of another form', '0x8d80ff0a'],
  ] as const)('by a multiSend %s could do anything', (_name, data) => {
    const [action, ...more] = safeTransaction({ to: MULTI_SEND, data, operation: 1 })
    expect(more).toEqual([])
    expect(['delegate', 'unread']).toContain(action?.kind)
  })

  const nested = (levels: number): Made =>
    levels === 0
      ? { to: TOKEN, data: transfer() }
      : levels % 2 === 1
        ? { to: MULTI_SEND, operation: 1, data: multiSend(nested(levels - 1)) }
        : { to: OTHER_SAFE, data: execTransaction(nested(levels - 1)) }

  it('is read through three levels of multiSend and other Safes, and no deeper', () => {
    const inner = { to: MULTI_SEND, operation: 1, data: multiSend({ to: TOKEN, data: transfer() }) }
    const three = {
      to: MULTI_SEND,
      operation: 1,
      data: multiSend({ to: OTHER_SAFE, data: execTransaction(inner) }),
    }
    expect(safeTransaction(three)).toMatchObject([{ kind: 'account-calls', account: OTHER_SAFE }])
    expect(flat(safeTransaction(three))).toMatchObject([sent])
    for (const levels of [4, 5, 9])
      expect(flat(safeTransaction(nested(levels)))).toEqual([{ kind: 'unread', account: expect.any(String) }])
  })

  it('with too many calls on all levels together is marked as unread', () => {
    const many = multiSend(...Array(60).fill({ to: ONE, value: 1n }))
    const data = multiSend(...Array(4).fill({ to: MULTI_SEND, data: many, operation: 1 }))
    const actions = safeTransaction({ to: MULTI_SEND, data, operation: 1 })
    expect(actions.length).toBeLessThan(128)
    expect(actions).toContainEqual(unread)
  })

  it.each([
    ['enableModule', call('enableModule(address)', ONE), ONE, null, null],
    ['disableModule', call('disableModule(address,address)', TOKEN, ONE), null, ONE, null],
    ['addOwnerWithThreshold', call('addOwnerWithThreshold(address,uint256)', ONE, 2n), ONE, null, 2n],
    ['swapOwner', call('swapOwner(address,address,address)', TOKEN, OTHER, ONE), ONE, OTHER, null],
    ['removeOwner', call('removeOwner(address,address,uint256)', TOKEN, ONE, 1n), null, ONE, 1n],
    ['changeThreshold', call('changeThreshold(uint256)', 1n), null, null, 1n],
    ['setGuard', call('setGuard(address)', `0x${'0'.repeat(40)}`), null, null, null],
    ['setFallbackHandler', call('setFallbackHandler(address)', ONE), ONE, null, null],
    ['installModule', call('installModule(uint256,address,bytes)', 1n, ONE, '0x'), ONE, null, null],
  ] as const)(
    'that changes who controls the Safe is a change of control: %s',
    (name, data, added, removed, threshold) => {
      const change = { kind: 'change-control', contract: SAFE, name, added, removed, threshold }
      expect(flat(safeTransaction({ to: SAFE, data }))).toEqual([change])
      const bundled = { to: MULTI_SEND, data: multiSend({ to: SAFE, data }), operation: 1 }
      expect(flat(safeTransaction(bundled))).toEqual([change])
    },
  )

  it('that sends nothing to the Safe itself, to cancel another one, is no danger', () => {
    expect(safeTransaction({ to: SAFE })).toEqual([{ kind: 'send-native', to: SAFE, value: 0n }])
  })
})

it('does not read calls that share their bytes, which would multiply the work on each level', () => {
  const shared = (inner: Hex) => {
    const words = (size(inner) + 31) >> 5
    const padded = `${inner.slice(2)}`.padEnd(words * 64, '0')
    const pointers = Array.from({ length: 60 }, () => numberToHex(60 * 32, { size: 32 }).slice(2)).join('')
    const word = (value: number) => numberToHex(value, { size: 32 }).slice(2)
    const to = Array.from({ length: 60 }, () => TOKEN.slice(2).toLowerCase().padStart(64, '0')).join('')
    return `0x18dfb3c7${word(64)}${word(64 + 61 * 32)}${word(60)}${to}${word(60)}${pointers}${word(size(inner))}${padded}` as Hex
  }
  expect(operation(shared(`${transfer()}${'00'.repeat(200)}`))).toEqual([unread])
  const begun = performance.now()
  expect(operation(shared(shared(shared(`0x${'ab'.repeat(20_000)}`))))).toEqual([unread])
  expect(performance.now() - begun).toBeLessThan(2_000)
})

describe('a transaction of the wallet', () => {
  it('that makes a Safe act is read as the Safe’s calls', () => {
    const data = execTransaction({ to: TOKEN, data: transfer() })
    const [action] = decodeCall(1, { to: SAFE, data }).actions
    expect(action).toMatchObject({ kind: 'account-calls', account: SAFE, calls: [{ actions: [sent] }] })
  })

  it('that approves the hash of a Safe transaction is marked as unread', () => {
    const data = call('approveHash(bytes32)', `0x${'1'.repeat(64)}`)
    expect(decodeCall(1, { to: SAFE, data }).actions).toEqual([unread])
  })
})
