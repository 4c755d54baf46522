import * as z from 'zod/mini'
import { wholeNumber } from '../whole-number.ts'
import { rpcSocketUrl, rpcUrl } from './rpc-url.ts'

const httpUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/\S+$/))

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
  z.strictObject({ rpc: rpcUrl, rpc_subscriptions: z.optional(rpcSocketUrl) }),
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
