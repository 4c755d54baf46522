import { decodeErrorResult, decodeEventLog, parseAbi, toHex } from 'viem'
import * as z from 'zod/mini'
import type { Address, EthereumTransactionInput, Hex } from '../../../chains/ethereum/ports.ts'
import { ask, type ChainReader } from './contract-reads.ts'

/** Where `traceTransfers` reports native currency (`eth_simulateV1`). */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** More logs than a person's transaction makes; what makes more is not summed up. */
const MAX_LOGS = 512

const ERC20_EVENTS = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const NFT_EVENTS = parseAbi([
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

/** The native currency, an ERC-20 token, or one NFT. */
export type Asset =
  | { readonly kind: 'native' }
  | { readonly kind: 'token'; readonly address: Address }
  | { readonly kind: 'nft'; readonly address: Address; readonly id: bigint }

export interface BalanceChange {
  readonly asset: Asset
  /** In the smallest unit; negative: the wallet has less afterwards. Without fees. */
  readonly amount: bigint
}

/** What the node expects to happen. A contract can detect a simulation, so this never takes a warning away. */
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
  const token = read(() => decodeEventLog({ abi: ERC20_EVENTS, ...log, strict: true }))
  if (token) {
    const asset: Asset =
      contract.toLowerCase() === NATIVE ? { kind: 'native' } : { kind: 'token', address: contract }
    return [{ asset, from: token.args.from, to: token.args.to, amount: token.args.value }]
  }
  const nft = read(() => decodeEventLog({ abi: NFT_EVENTS, ...log, strict: true }))
  if (!nft) return []
  const { from, to } = nft.args
  const of = (id: bigint, amount: bigint): Movement => ({
    asset: { kind: 'nft', address: contract, id },
    from,
    to,
    amount,
  })
  if (nft.eventName === 'Transfer') return [of(nft.args.id, 1n)]
  if (nft.eventName === 'TransferSingle') return [of(nft.args.id, nft.args.value)]
  const { ids, values } = nft.args
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
  return asset.kind === 'token' ? address : `${address}/${asset.id}`
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
