import { decodeFunctionData, parseAbi } from 'viem'
import type { Address, EthereumTransactionInput, Hex } from '../../../chains/ethereum/ports.ts'
import type { Action, DecodedCall } from './action.ts'
import { decodeKnownCall } from './known-calls.ts'
import { decodePermit2Call } from './permit2.ts'
import { decodeTokenCall } from './token-calls.ts'

/** Calls that a contract makes to itself, on behalf of who calls it (after Uniswap's `Multicall`). */
const MULTICALL_ABI = parseAbi([
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
])
/** Calls nested deeper than an app needs hide something: they are shown as a call that cannot be read. */
const MAX_DEPTH = 2
const MAX_CALLS = 32

/** Reads one call of a transaction. Pure; never throws: what cannot be read is an `unknown-call`. */
export function decodeCall(chainId: number, call: EthereumTransactionInput): DecodedCall {
  const { to = null, value = 0n } = call
  // In capitals the selector matches no ABI: a site could make an approval look like a call that cannot be read.
  const data = (call.data ?? '0x').toLowerCase() as Hex
  return { to, value, data, actions: actionsOf(chainId, to, value, data) }
}

function actionsOf(chainId: number, to: Address | null, value: bigint, data: Hex): readonly Action[] {
  if (to === null) return [{ kind: 'create-contract', value, size: byteLength(data) }]
  const sent: readonly Action[] = value > 0n ? [{ kind: 'send-native', to, value }] : []
  // Nothing but an address: a transfer of nothing is one too, so that the receipt is never empty.
  if (data === '0x') return sent.length > 0 ? sent : [{ kind: 'send-native', to, value }]
  return [...sent, ...readData(chainId, to, data, 0)]
}

function readData(chainId: number, to: Address, data: Hex, depth: number): readonly Action[] {
  const bundled = depth < MAX_DEPTH ? readMulticall(data) : null
  if (bundled !== null) return bundled.flatMap(inner => readData(chainId, to, inner, depth + 1))
  return [
    decodePermit2Call(to, data) ??
      decodeTokenCall(to, data) ??
      decodeKnownCall(chainId, to, data) ?? {
        kind: 'unknown-call',
        contract: to,
        selector: data.slice(0, 10) as Hex,
        size: byteLength(data),
        data,
      },
  ]
}

function readMulticall(data: Hex): readonly Hex[] | null {
  try {
    const { args } = decodeFunctionData({ abi: MULTICALL_ABI, data })
    const calls = args.length === 2 ? args[1] : args[0]
    return calls.length > 0 && calls.length <= MAX_CALLS ? calls : null
  } catch {
    return null
  }
}

const byteLength = (data: Hex) => (data.length - 2) / 2
