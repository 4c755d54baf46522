import { decodeFunctionData, parseAbi, size } from 'viem'
import type { Address, EthereumTransactionInput, Hex } from '../../../chains/ethereum/ports.ts'
import type { Action, DecodedCall } from './action.ts'
import { decodeControlCall } from './control-calls.ts'
import { decodeKnownCall } from './known-calls.ts'
import { decodePermit2Call } from './permit2.ts'
import { decodeTokenCall } from './token-calls.ts'
import {
  isHashVote,
  isMultiSend,
  readExecution,
  readMultiSend,
  readSafeCall,
  type WrappedCall,
} from './wrapped-calls.ts'

/** Calls that a contract makes to itself, on behalf of who calls it (after Uniswap's `Multicall`). */
const MULTICALL_ABI = parseAbi([
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
])
/** Calls nested deeper than an app needs hide something: they are shown as a call that cannot be read. */
const MAX_DEPTH = 2
const MAX_CALLS = 32
/** The same limit for calls inside an account's calls, e.g. a Safe's `multiSend` that makes another Safe do a `multiSend`. */
const MAX_WRAPPERS = 3
/** Calls that accounts make in one request, on all levels together. */
const MAX_WRAPPED = 128

/** The state that all parts of one request share. */
interface Reading {
  readonly chainId: number
  /** Calls of accounts that may still be read. */
  left: number
}

/** The account that makes a call, and how deep the call is nested. */
interface Place {
  /** The account that makes the call; `null`: the wallet that signs. */
  readonly account: Address | null
  /** Calls of accounts around this one. */
  readonly wrappers: number
}

/** Reads one call of a transaction. Pure; never throws: what cannot be read is an `unknown-call`. */
export function decodeCall(chainId: number, call: EthereumTransactionInput): DecodedCall {
  const { to = null, value = 0n, data = '0x' } = call
  return readCall({ chainId, left: MAX_WRAPPED }, { account: null, wrappers: 0 }, { to, value, data })
}

/**
 * Reads the calls that a user operation makes its account do (ERC-4337 `callData`; ERC-7579). Pure; never throws: what cannot be read
 * is `unread`.
 *
 * @param data `null` where its hash alone is known
 * @returns no calls for an operation without any
 */
export function decodeUserOperation(
  chainId: number,
  account: Address,
  data: Hex | null,
): readonly DecodedCall[] {
  if (data === '0x') return []
  if (data === null) return [unread(account, '0x')]
  return readOwnCall({ chainId, left: MAX_WRAPPED }, { account, wrappers: -1 }, account, data)
}

/** Reads the calls of a Safe transaction (Safe contracts, `SafeTx`), and of the transactions in it. Pure; never throws. */
export const decodeSafeTransaction = (
  chainId: number,
  safe: Address,
  call: WrappedCall,
): readonly DecodedCall[] =>
  readWrapped({ chainId, left: MAX_WRAPPED }, { account: safe, wrappers: 0 }, safe, [call])

function readCall(
  reading: Reading,
  place: Place,
  { to, value, data: given }: Pick<DecodedCall, 'to' | 'value' | 'data'>,
): DecodedCall {
  // In capitals the selector matches no ABI: a site could make an approval look like a call that cannot be read.
  const data = given.toLowerCase() as Hex
  return { to, value, data, actions: actionsOf(reading, place, to, value, data) }
}

function actionsOf(
  reading: Reading,
  place: Place,
  to: Address | null,
  value: bigint,
  data: Hex,
): readonly Action[] {
  if (to === null) return [{ kind: 'create-contract', value, size: byteLength(data) }]
  const sent: readonly Action[] = value > 0n ? [{ kind: 'send-native', to, value }] : []
  // Nothing but an address: a transfer of nothing is one too, so that the receipt is never empty.
  if (data === '0x') return sent.length > 0 ? sent : [{ kind: 'send-native', to, value }]
  return [...sent, ...readData(reading, place, to, data, 0)]
}

function readData(reading: Reading, place: Place, to: Address, data: Hex, depth: number): readonly Action[] {
  // A call of the account to itself is not a token's or a stranger's: the account obeys it.
  if (place.account !== null && isSame(to, place.account))
    return inAccount(to, readOwnCall(reading, place, to, data))
  const wrapped = readSafeCall(data)
  if (wrapped !== null) {
    const inner = { account: to, wrappers: place.wrappers + 1 }
    return inAccount(to, readWrapped(reading, inner, to, wrapped))
  }
  if (isHashVote(data)) return [{ kind: 'unread', account: to }]
  const bundled = depth < MAX_DEPTH ? readMulticall(data) : null
  if (bundled !== null) return bundled.flatMap(inner => readData(reading, place, to, inner, depth + 1))
  return [
    decodePermit2Call(to, data) ??
      decodeTokenCall(to, data) ??
      decodeKnownCall(reading.chainId, to, data) ??
      decodeControlCall(to, data) ?? {
        kind: 'unknown-call',
        contract: to,
        selector: data.slice(0, 10) as Hex,
        size: byteLength(data),
        data,
      },
  ]
}

/** Reads a call of the account's own function: it makes calls, changes who controls the account, or could do anything. */
function readOwnCall(reading: Reading, place: Place, account: Address, given: Hex): readonly DecodedCall[] {
  const data = given.toLowerCase() as Hex
  const wrapped = readExecution(data) ?? readSafeCall(data)
  if (wrapped !== null)
    return readWrapped(reading, { account, wrappers: place.wrappers + 1 }, account, wrapped)
  const change = decodeControlCall(account, data)
  return change === null ? [unread(account, data)] : [{ to: account, value: 0n, data, actions: [change] }]
}

/** Reads the calls that an account makes. A list that is not read whole is unread: no part of it may be taken for all of it. */
function readWrapped(
  reading: Reading,
  place: Place,
  account: Address,
  calls: readonly WrappedCall[],
): readonly DecodedCall[] {
  reading.left -= calls.length
  if (calls.length === 0 || place.wrappers > MAX_WRAPPERS || reading.left < 0) return [unread(account, '0x')]
  return calls.flatMap(({ to, value, data, isDelegate }) => {
    if (isDelegate) return readDelegate(reading, place, account, to, data)
    // Some accounts (ERC-7821, Safe 1.5.0) take no address for their own.
    const target = data !== '0x' && /^0x0{40}$/.test(to) ? account : to
    return [readCall(reading, place, { to: target, value, data })]
  })
}

/** Reads a DELEGATECALL. Safe's own `multiSend` makes the calls that it lists. All other code could do anything. */
function readDelegate(
  reading: Reading,
  place: Place,
  account: Address,
  contract: Address,
  given: Hex,
): readonly DecodedCall[] {
  const data = given.toLowerCase() as Hex
  const calls = isMultiSend(contract) ? readMultiSend(data) : null
  return calls === null
    ? [{ to: contract, value: 0n, data, actions: [{ kind: 'delegate', account, contract }] }]
    : readWrapped(reading, { account, wrappers: place.wrappers + 1 }, account, calls)
}

const inAccount = (account: Address, calls: readonly DecodedCall[]): readonly Action[] => [
  { kind: 'account-calls', account, calls },
]

const unread = (account: Address, data: Hex): DecodedCall => ({
  to: account,
  value: 0n,
  data,
  actions: [{ kind: 'unread', account }],
})

function readMulticall(data: Hex): readonly Hex[] | null {
  try {
    const { args } = decodeFunctionData({ abi: MULTICALL_ABI, data })
    const calls = args.length === 2 ? args[1] : args[0]
    // Calls that share their bytes would multiply the work on each level.
    const isCompact = calls.reduce((sum, call) => sum + size(call), 0) <= size(data)
    return isCompact && calls.length > 0 && calls.length <= MAX_CALLS ? calls : null
  } catch {
    return null
  }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const byteLength = (data: Hex) => (data.length - 2) / 2
