import {
  FUNDING_METHODS,
  FUNDING_PROVIDERS,
  type FundingMethod,
  type FundingOption,
  type FundingProvider,
} from '@vitrine/shared/funding/options.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import * as z from 'zod/mini'
import type { KeptText } from '../../ui/kernel-context.ts'
import type { Order } from './vendor.ts'

/** After that a purchase that nobody has heard of is no longer waited for, and an arrival no longer measured from then. */
const LIFETIME_MS = 60 * 60_000
/** Of one wallet. */
const MOST = 8

const purchase = z.object({
  id: z.string(),
  provider: z.enum(FUNDING_PROVIDERS),
  method: z.enum(FUNDING_METHODS),
  chain: z.string(),
  asset: z.nullable(z.string()),
  amount: z.string().check(z.regex(/^\d{1,78}(\.\d{1,78})?$/)),
  /** Unix ms. */
  at: z.number(),
})
const baseline = z.object({
  chain: z.string(),
  asset: z.nullable(z.string()),
  /** Smallest units, decimal. */
  held: z.string().check(z.regex(/^\d{1,78}$/)),
  at: z.number(),
})
const schema = z.object({ purchases: z.array(purchase), baselines: z.array(baseline) })
type Kept = z.infer<typeof schema>

/** What was begun of a wallet's funding and has no end yet: it outlives the page, so that a reload loses nothing. */
export interface KeptFunding {
  remember(order: Order, provider: FundingProvider, id: string): void
  /** Its end is known, or the person begins anew. */
  forget(ids: readonly string[]): void
  /** Ids of purchases of this asset that may still come, oldest first. */
  purchasesOf(request: FundingRequest, provider: FundingProvider, method: FundingMethod): readonly string[]
  /** The one to take up again: how, and how much was asked for. */
  latest(request: FundingRequest): { readonly option: FundingOption; readonly amount: string } | null
  /** What the wallet had when its person was first shown where to send; `null`: not known. */
  baselineOf(request: FundingRequest): bigint | null
  keepBaseline(request: FundingRequest, held: bigint | null): void
}

/** @param text of one wallet; what does not read as ours is nothing */
export function keptFunding(text: KeptText, now: () => number = Date.now): KeptFunding {
  const read = (): Kept => {
    const since = now() - LIFETIME_MS
    try {
      const kept = schema.parse(JSON.parse(text.read() || '{"purchases":[],"baselines":[]}'))
      const isRecent = ({ at }: { readonly at: number }) => at > since
      return { purchases: kept.purchases.filter(isRecent), baselines: kept.baselines.filter(isRecent) }
    } catch {
      return { purchases: [], baselines: [] }
    }
  }
  const change = (make: (kept: Kept) => Kept) => {
    const { purchases, baselines } = make(read())
    const isEmpty = purchases.length + baselines.length === 0
    text.write(
      isEmpty ? '' : JSON.stringify({ purchases: purchases.slice(-MOST), baselines: baselines.slice(-MOST) }),
    )
  }
  const isOf =
    ({ chain, asset }: FundingRequest) =>
    (it: { readonly chain: string; readonly asset: string | null }) =>
      it.chain === chain && it.asset === asset.address

  return {
    remember: ({ request, method, amount }, provider, id) =>
      change(kept => ({
        ...kept,
        purchases: [
          ...kept.purchases.filter(it => it.id !== id),
          { id, provider, method, amount, chain: request.chain, asset: request.asset.address, at: now() },
        ],
      })),
    forget: ids =>
      change(kept => ({ ...kept, purchases: kept.purchases.filter(({ id }) => !ids.includes(id)) })),
    purchasesOf: (request, provider, method) =>
      read()
        .purchases.filter(isOf(request))
        .filter(it => it.provider === provider && it.method === method)
        .map(({ id }) => id),
    latest(request) {
      const found = read().purchases.filter(isOf(request)).at(-1)
      const option = request.supportedOptions.find(
        it => it.method === found?.method && it.provider === found.provider,
      )
      return found && option ? { option, amount: found.amount } : null
    },
    baselineOf(request) {
      const found = read().baselines.find(isOf(request))
      return found ? BigInt(found.held) : null
    },
    keepBaseline: (request, held) =>
      change(kept => {
        const others = kept.baselines.filter(it => !isOf(request)(it))
        const { chain, asset } = request
        if (held === null) return { ...kept, baselines: others }
        const own = { chain, asset: asset.address, held: held.toString(), at: now() }
        return { ...kept, baselines: [...others, own] }
      }),
  }
}
