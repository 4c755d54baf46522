import { decodeErrorResult, decodeEventLog, parseAbi, toHex } from 'viem'
import * as z from 'zod/mini'
import type { Address, EthereumTransactionInput, Hex } from '../../chains/ethereum/ports.ts'
import { ask, type ChainReader } from './contract-reads.ts'

/** Where `traceTransfers` reports native currency (`eth_simulateV1`). */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** More logs than a person's transaction makes; what makes more is not summed up. */
const MAX_LOGS = 512

const COIN_EVENTS = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const PIECE_EVENTS = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const outcome = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: hex,
        gasUsed: hex,
        returnData: z.optional(hex),
        error: z.optional(z.object({ message: z.optional(z.string()) })),
        logs: z.optional(z.array(z.object({ address: hex, topics: z.array(hex), data: hex }))),
      }),
    ),
  }),
)

/** `native`, a coin's contract, or one piece of a collection. */
export type Asset =
  | { readonly kind: 'native' }
  | { readonly kind: 'coin'; readonly address: Address }
  | { readonly kind: 'piece'; readonly address: Address; readonly id: bigint }

export interface BalanceChange {
  readonly asset: Asset
  /** In the smallest unit; negative: the wallet has less afterwards. Without fees. */
  readonly amount: bigint
}

/** What the node expects to happen. A contract can tell that it is simulated, so this never takes a warning away. */
export interface Simulation {
  readonly calls: readonly {
    readonly ok: boolean
    readonly reason: string | null
    readonly gasUsed: bigint
  }[]
  readonly changes: readonly BalanceChange[]
}

/** Runs the calls one after another on the node's latest state; `null` where it cannot (`eth_simulateV1`). */
export async function simulate(
  network: ChainReader,
  from: Address,
  calls: readonly EthereumTransactionInput[],
  signal: AbortSignal,
): Promise<Simulation | null> {
  const request = {
    blockStateCalls: [
      {
        calls: calls.map(({ to, value = 0n, data = '0x' }) => ({
          from,
          ...(to && { to }),
          value: toHex(value),
          input: data,
        })),
      },
    ],
    traceTransfers: true,
    validation: false,
  }
  const answer = outcome.safeParse(await ask(network, 'eth_simulateV1', [request, 'latest'], signal))
  const results = answer.success ? answer.data.flatMap(block => block.calls) : []
  if (results.length !== calls.length) return null
  const logs = results.filter(it => it.status === '0x1').flatMap(it => it.logs ?? [])
  if (logs.length > MAX_LOGS) return null
  return {
    calls: results.map(({ status, gasUsed, returnData, error }) => ({
      ok: status === '0x1',
      reason: status === '0x1' ? null : (revertReason(returnData as Hex) ?? error?.message ?? null),
      gasUsed: BigInt(gasUsed),
    })),
    changes: sumUp(
      logs.flatMap(log => movements(log)),
      from,
    ),
  }
}

interface Movement {
  readonly asset: Asset
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
}

function movements({
  address,
  topics,
  data,
}: {
  address: string
  topics: string[]
  data: string
}): Movement[] {
  const log = { topics: topics as [Hex, ...Hex[]], data: data as Hex }
  const contract = address as Address
  const coin = read(() => decodeEventLog({ abi: COIN_EVENTS, ...log, strict: true }))
  if (coin) {
    const asset: Asset =
      contract.toLowerCase() === NATIVE ? { kind: 'native' } : { kind: 'coin', address: contract }
    return [{ asset, from: coin.args.from, to: coin.args.to, amount: coin.args.value }]
  }
  const piece = read(() => decodeEventLog({ abi: PIECE_EVENTS, ...log, strict: true }))
  if (!piece) return []
  const { from, to } = piece.args
  const of = (id: bigint, amount: bigint): Movement => ({
    asset: { kind: 'piece', address: contract, id },
    from,
    to,
    amount,
  })
  if (piece.eventName === 'Transfer') return [of(piece.args.id, 1n)]
  if (piece.eventName === 'TransferSingle') return [of(piece.args.id, piece.args.value)]
  const { ids, values } = piece.args
  return ids.map((id, index) => of(id, values[index] ?? 0n))
}

function sumUp(all: readonly Movement[], wallet: Address): BalanceChange[] {
  const own = wallet.toLowerCase()
  const sums = new Map<string, BalanceChange>()
  for (const { asset, from, to, amount } of all) {
    const change = (to.toLowerCase() === own ? amount : 0n) - (from.toLowerCase() === own ? amount : 0n)
    const key = assetKey(asset)
    sums.set(key, { asset, amount: (sums.get(key)?.amount ?? 0n) + change })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

/** One string per asset. */
export function assetKey(asset: Asset): string {
  if (asset.kind === 'native') return 'native'
  const address = asset.address.toLowerCase()
  return asset.kind === 'coin' ? address : `${address}/${asset.id}`
}

function revertReason(data: Hex | undefined): string | null {
  if (data === undefined || data === '0x') return null
  const error = read(() => decodeErrorResult({ abi: [], data }))
  return error?.errorName === 'Error' ? String(error.args?.[0] ?? '') || null : null
}

function read<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
