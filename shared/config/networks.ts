import * as z from 'zod/mini'
import { wholeNumber } from '../whole-number.ts'
import { rpcSocketUrl, rpcUrl } from './rpc-url.ts'

const httpUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/\S+$/))

const contract = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

/** A Chainlink `AggregatorV3Interface` on the chain itself that answers with US dollars. */
const priceFeed = z.strictObject({
  address: contract,
  /** Seconds after which an answer is too old to be shown; by default a day and an hour. */
  max_age: z._default(wholeNumber.check(z.positive()), 90_000),
})

/** A token that the operator vouches for: its names are shown as they stand here, whatever the contract says of itself. */
const token = z.strictObject({
  address: contract,
  symbol: z.string().check(z.minLength(1), z.maxLength(12)),
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  decimals: wholeNumber.check(z.nonnegative(), z.maximum(36)),
  logo_url: z.optional(httpUrl),
  price_feed: z.optional(priceFeed),
})

/** An EVM chain that the app's wallets work on. Without `rpc_urls` its wallets sign there, and neither read nor send. */
const chain = z.strictObject({
  /** EIP-155, decimal. */
  id: wholeNumber.check(z.positive()),
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  /** In the order in which they are tried. */
  rpc_urls: z._default(z.array(rpcUrl).check(z.maxLength(10)), []),
  native_currency: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(64)),
    symbol: z.string().check(z.minLength(1), z.maxLength(16)),
    decimals: wholeNumber.check(z.nonnegative(), z.maximum(36)),
  }),
  block_explorer_url: z.optional(httpUrl),
  testnet: z._default(z.boolean(), false),
  /** Of the native currency; main networks that are known have one already. */
  native_price_feed: z.optional(priceFeed),
  /** Tokens of the chain that every wallet shows. */
  tokens: z.optional(z.array(token).check(z.maxLength(50))),
})
export type ConfiguredChain = z.infer<typeof chain>

export const configuredChains = z.array(chain).check(
  z.maxLength(100),
  z.refine(
    chains => new Set(chains.map(({ id }) => id)).size === chains.length,
    'Two chains have the same id: name each chain once, with all its rpc_urls',
  ),
)

const solanaEndpoints = z.optional(
  z.strictObject({
    rpc: rpcUrl,
    rpc_subscriptions: z.optional(rpcSocketUrl),
    /** In the place of Circle's own. */
    usdc_mint: z.optional(z.string()),
  }),
)

/** Endpoints by cluster, under the names of the Wallet Standard. */
export const configuredSolanaRpcs = z.strictObject({
  'solana:mainnet': solanaEndpoints,
  'solana:devnet': solanaEndpoints,
  'solana:testnet': solanaEndpoints,
})
export type ConfiguredSolanaRpcs = z.infer<typeof configuredSolanaRpcs>

/** Every endpoint that an app's config names, once. */
export const configuredEndpoints = (config: {
  readonly chains: readonly ConfiguredChain[]
  readonly solana_rpcs: ConfiguredSolanaRpcs
}): readonly string[] => [
  ...new Set([
    ...config.chains.flatMap(({ rpc_urls }) => rpc_urls),
    ...Object.values(config.solana_rpcs).flatMap(endpoints =>
      endpoints ? [endpoints.rpc, endpoints.rpc_subscriptions ?? []].flat() : [],
    ),
  ]),
]
