import { wholeNumber } from '@vitrine/shared/whole-number.ts'
import * as z from 'zod/mini'
import type { Price } from '../../approval/explain/numbers.ts'
import type { KeptText } from '../../ui/kernel-context.ts'

/** Beyond this a text is not what was written here. */
const MAX_TEXT = 400_000
const MAX_CHAINS = 120
const MAX_COINS = 400

/** A price, and until when it may be shown. */
export interface TimedPrice extends Price {
  /** Unix seconds. */
  readonly until: number
}

/** What one read of one chain told: numbers alone, all of one moment. Names come from the config and the list of tokens. */
export interface Snapshot {
  /** Unix ms. */
  readonly readAt: number
  /** By `coinKey`, in smallest units. */
  readonly amounts: ReadonlyMap<string, bigint>
  /** By `coinKey`. */
  readonly prices: ReadonlyMap<string, TimedPrice>
  /** Watched NFTs that the wallet has. */
  readonly nfts: number
  /** Unix ms: the chain had no Multicall3 then. */
  readonly withoutMulticallAt: number | null
}

/** By chain, e.g. `1` or `solana:mainnet`. */
export type Snapshots = ReadonlyMap<string, Snapshot>

const quantity = z.string().check(z.regex(/^\d{1,78}$/))
const coin = z.object({
  key: z.string().check(z.maxLength(64)),
  amount: z.nullable(quantity),
  price: z.nullable(
    z.object({
      answer: quantity,
      decimals: wholeNumber.check(z.minimum(0), z.maximum(30)),
      until: z.number(),
    }),
  ),
})
const kept = z.object({
  chain: z.string().check(z.maxLength(32)),
  readAt: z.number(),
  nfts: wholeNumber.check(z.minimum(0), z.maximum(10_000)),
  withoutMulticallAt: z.nullable(z.number()),
  coins: z.array(coin).check(z.maxLength(MAX_COINS)),
})

/** What was last known of a wallet. What stands in storage may be anything: what is not ours counts as nothing. */
export function readSnapshots(storage: KeptText): Snapshots {
  const text = storage.read()
  if (text === null || text.length > MAX_TEXT) return new Map()
  try {
    const rows: unknown = JSON.parse(text)
    const list = (Array.isArray(rows) ? rows : []).slice(0, MAX_CHAINS)
    return new Map(
      list.flatMap(row => {
        const { data } = kept.safeParse(row)
        return data ? [[data.chain, toSnapshot(data)] as const] : []
      }),
    )
  } catch {
    return new Map()
  }
}

const toSnapshot = ({ readAt, nfts, withoutMulticallAt, coins }: z.infer<typeof kept>): Snapshot => ({
  readAt,
  nfts,
  withoutMulticallAt,
  amounts: new Map(
    coins.flatMap(({ key, amount }) => (amount === null ? [] : [[key, BigInt(amount)] as const])),
  ),
  prices: new Map(
    coins.flatMap(({ key, price }) =>
      price === null ? [] : [[key, { ...price, answer: BigInt(price.answer) }] as const],
    ),
  ),
})

export function writeSnapshots(storage: KeptText, snapshots: Snapshots): void {
  const rows = [...snapshots].map(([chain, { readAt, nfts, withoutMulticallAt, amounts, prices }]) => ({
    chain,
    readAt,
    nfts,
    withoutMulticallAt,
    coins: [...new Set([...amounts.keys(), ...prices.keys()])].slice(0, MAX_COINS).map(key => {
      const price = prices.get(key)
      return {
        key,
        amount: amounts.get(key)?.toString() ?? null,
        price: price ? { ...price, answer: price.answer.toString() } : null,
      }
    }),
  }))
  storage.write(JSON.stringify(rows))
}
