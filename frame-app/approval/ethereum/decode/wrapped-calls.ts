import {
  decodeAbiParameters,
  decodeFunctionData,
  getAddress,
  hexToBigInt,
  hexToNumber,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import type { Address, Hex } from '../../../chains/ethereum/ports.ts'

/** One call that an account makes, as the bytes of its own function name it. */
export interface WrappedCall {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
  /** The code at `to` runs as the account itself (DELEGATECALL). */
  readonly isDelegate: boolean
}

/** A list with more calls than a user reads is not read at all: its end must not hide behind its start. */
const MAX_CALLS = 64

/**
 * The functions by which accounts make calls: `execute` and `executeBatch` of ERC-4337's sample account and of the accounts after it,
 * `execute` of ERC-7579, and Safe's `executeUserOp` (Safe4337Module 0.2 and 0.3).
 */
const ACCOUNT_ABI = parseAbi([
  'function execute(address to, uint256 value, bytes data)',
  'function execute(address to, uint256 value, bytes data, uint8 operation)',
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function executeBatch(address[] to, uint256[] values, bytes[] data)',
  'function executeBatch(address[] to, bytes[] data)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
])

/** The functions of a Safe by which owners and modules make it call (Safe contracts 1.3.0 and 1.4.1). */
const SAFE_ABI = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
  'function execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation)',
])

const APPROVE_HASH_ABI = parseAbi(['function approveHash(bytes32 hash)'])
const MULTI_SEND_ABI = parseAbi(['function multiSend(bytes transactions)'])

/** MultiSend and MultiSendCallOnly 1.3.0, 1.4.1 and 1.5.0, as the list of Safe's deployments names them (safe-deployments). */
const MULTI_SENDS = new Set([
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0x0dfcccb95225ffb03c6fbb2559b530c2b7c8a912',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0xf220d3b4dfb23c4ade8c88e526c1353abacbc38f',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
  '0x218543288004cd07832472d464648173c77d7eb7',
  '0xa83c336b20401af773b6219ba5027174338d1836',
])

export const isMultiSend = (address: string): boolean => MULTI_SENDS.has(address.toLowerCase())

/**
 * Reads the calls that a call of an account's own function makes (ERC-4337, ERC-7579).
 * @returns at least one; `null` for a function or a list that cannot be read whole
 */
export const readExecution = (data: Hex): readonly WrappedCall[] | null =>
  checked(data, () => {
    const { functionName, args } = decodeFunctionData({ abi: ACCOUNT_ABI, data })
    if (functionName === 'executeBatch') {
      if (args.length === 1) return args[0].map(call => ({ ...call, isDelegate: false }))
      return args.length === 3 ? zipped(args[0], args[1], args[2]) : zipped(args[0], [], args[1])
    }
    if (args.length === 2) return readModular(args[0], args[1])
    const [to, value, inner, operation = 0] = args
    return [{ to, value, data: inner, isDelegate: operation !== 0 }]
  })

/** Reads what a call makes a Safe do; `null` for another function. */
export const readSafeCall = (data: Hex): readonly WrappedCall[] | null =>
  checked(data, () => {
    const [to, value, inner, operation] = decodeFunctionData({ abi: SAFE_ABI, data }).args
    return [{ to, value, data: inner, isDelegate: operation !== 0 }]
  })

/** Whether a call is a vote for a Safe transaction of which it has the hash alone (Safe, `approveHash`). */
export const isHashVote = (data: Hex): boolean =>
  checked(data, () => {
    decodeFunctionData({ abi: APPROVE_HASH_ABI, data })
    return []
  }) !== null

/**
 * Reads the packed transactions of Safe's `multiSend`: `uint8 operation, address to, uint256 value, uint256 length, bytes data` each.
 * @returns at least one; `null` for what is not whole transactions to the last byte
 */
export const readMultiSend = (data: Hex): readonly WrappedCall[] | null =>
  checked(data, () => {
    const [packed] = decodeFunctionData({ abi: MULTI_SEND_ABI, data }).args
    const calls: WrappedCall[] = []
    const end = size(packed)
    for (let at = 0; at < end; ) {
      if (calls.length === MAX_CALLS) return null
      const length = hexToNumber(part(packed, at + 53, 32))
      calls.push({
        isDelegate: hexToNumber(part(packed, at, 1)) !== 0,
        to: getAddress(part(packed, at + 1, 20)),
        value: hexToBigInt(part(packed, at + 21, 32)),
        data: part(packed, at + 85, length),
      })
      at += 85 + length
    }
    return calls
  })

/** ERC-7579 "Execution Behavior": the mode says how the calldata is encoded. */
function readModular(mode: Hex, calldata: Hex): readonly WrappedCall[] | null {
  const [callType, execType, rest] = [part(mode, 0, 1), part(mode, 1, 1), part(mode, 2, 30)]
  if (execType !== '0x00' && execType !== '0x01') return null
  const isPlain = /^0x0*$/.test(rest)
  // ERC-7821 adds data for the account behind the list of calls.
  if (callType === '0x01' && (isPlain || /^0x0{8}782100010*$/.test(rest))) {
    const [calls] = decodeAbiParameters(EXECUTIONS, calldata)
    return calls.map(call => ({ ...call, isDelegate: false }))
  }
  if (!isPlain) return null
  const to = getAddress(part(calldata, 0, 20))
  if (callType === '0xff')
    return [{ to, value: 0n, data: part(calldata, 20, size(calldata) - 20), isDelegate: true }]
  if (callType !== '0x00') return null
  const value = hexToBigInt(part(calldata, 20, 32))
  return [{ to, value, data: part(calldata, 52, size(calldata) - 52), isDelegate: false }]
}

const EXECUTIONS = parseAbiParameters('(address to, uint256 value, bytes data)[]')

/** Accounts of ERC-4337 v0.7 take an empty list of values for nothing but zeros. */
function zipped(
  to: readonly Address[],
  values: readonly bigint[],
  data: readonly Hex[],
): readonly WrappedCall[] | null {
  if (to.length !== data.length || (values.length > 0 && values.length !== to.length)) return null
  return to.map((address, place) => ({
    to: address,
    value: values[place] ?? 0n,
    data: data[place] ?? '0x',
    isDelegate: false,
  }))
}

/** @throws RangeError where there are not so many bytes */
function part(data: Hex, start: number, length: number): Hex {
  if (!Number.isSafeInteger(length) || length < 0 || start + length > size(data))
    throw new RangeError('The data ends too early')
  return length === 0 ? '0x' : slice(data, start, start + length)
}

/** Encodings in which many calls share the same bytes are not read: each level of them would multiply the work. */
function checked(data: Hex, read: () => readonly WrappedCall[] | null): readonly WrappedCall[] | null {
  try {
    const calls = read()
    if (calls === null || calls.length > MAX_CALLS) return null
    return calls.reduce((sum, call) => sum + size(call.data), 0) > size(data) ? null : calls
  } catch {
    return null
  }
}
