import { BUILT_IN_CHAINS, type ChainName, DEFAULT_CHAIN_ID } from '@vitrine/shared/chains/defaults.ts'
import type { HostChain } from '@vitrine/shared/config/host-options.ts'
import type { ConfiguredChain } from '@vitrine/shared/config/networks.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { Address, EthereumChain, PriceFeed } from '../chains/ethereum/ports.ts'
import { ConfigError, type ConfigWarning, type Ruled } from './warning.ts'

export interface Chains {
  readonly supported: readonly EthereumChain[]
  readonly default: EthereumChain
  /** External wallets are asked to switch to a default chain that the site has named (contract §4.3). */
  readonly shouldEnforceDefaultChainOnConnect: boolean
}

/**
 * Specification §5: there is at least one chain, and the default chain is one of them; without a default, Ethereum mainnet
 * where it is supported, else the first. A site names chains and, by `rpcUrls.vitrineWalletOverride`, endpoints. Of a chain that
 * the operator configured none of them count: of two paths of one node's origin, either may be a chain of the page's own making.
 * Of another chain they count where the app's server config has their origin, since the frame connects nowhere else.
 * @param configured the server's chains
 * @throws ConfigError
 */
export function mergeChains(
  configured: readonly ConfiguredChain[],
  supported: readonly HostChain[] | undefined,
  asked: HostChain | undefined,
): Ruled<Chains> {
  const warnings: ConfigWarning[] = []
  const server = configured.map(fromServer)
  const origins = new Set(server.flatMap(({ rpcUrls }) => rpcUrls.map(originOf)))
  const chains =
    supported?.map(host => {
      const own = host.rpcUrls?.vitrineWalletOverride?.http ?? []
      const configured = server.find(({ id }) => id === host.id)
      const allowed = own.filter(url =>
        configured ? configured.rpcUrls.includes(url) : origins.has(originOf(url)),
      )
      if (allowed.length < own.length)
        warnings.push({
          rule: 'rpc-allowed',
          message: configured
            ? `config.supportedChains: chain ${host.id} keeps the endpoints that this app’s server config has in \`chains\`; the page’s are not used.`
            : `config.supportedChains: an endpoint of chain ${host.id} is not of an origin that this app’s server config has in \`chains\`, so it is not used.`,
        })
      if (configured) return configured
      return fromHost(
        host,
        builtIn.find(({ id }) => id === host.id),
        allowed,
      )
    }) ?? (server.length > 0 ? server : builtIn)
  const wanted = asked?.id ?? DEFAULT_CHAIN_ID
  const found = chains.find(({ id }) => id === wanted)
  const chain = found ?? (asked ? undefined : chains[0])
  if (chains.length === 0)
    throw new ConfigError('config.supportedChains: name at least one chain, or leave the option out.')
  if (!chain)
    throw new ConfigError('config.defaultChain: the default chain must be one of config.supportedChains.')
  return {
    value: { supported: chains, default: chain, shouldEnforceDefaultChainOnConnect: asked !== undefined },
    warnings,
  }
}

const originOf = (url: string): string => parseUrl(url)?.origin ?? ''

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

const builtIn: readonly EthereumChain[] = BUILT_IN_CHAINS.map(
  ({ id, name, symbol, isTestnet }: ChainName) => ({
    id,
    name,
    rpcUrls: [],
    nativeCurrency: symbol ? { name: symbol, symbol, decimals: 18 } : ETHER,
    blockExplorerUrl: null,
    isTestnet: isTestnet ?? false,
  }),
)

const fromServer = (chain: ConfiguredChain): EthereumChain => ({
  id: chain.id,
  name: chain.name,
  rpcUrls: chain.rpc_urls,
  nativeCurrency: chain.native_currency,
  blockExplorerUrl: chain.block_explorer_url ?? null,
  isTestnet: chain.testnet,
  ...(chain.native_price_feed && { nativePriceFeed: feedOf(chain.native_price_feed) }),
  ...(chain.tokens && {
    tokens: chain.tokens.map(({ address, symbol, name, decimals, logo_url, price_feed }) => ({
      address: address as Address,
      symbol,
      name,
      decimals,
      logoUrl: logo_url ?? null,
      priceFeed: price_feed ? feedOf(price_feed) : null,
    })),
  }),
})

const feedOf = (feed: NonNullable<ConfiguredChain['native_price_feed']>): PriceFeed => ({
  address: feed.address as Address,
  maxAge: feed.max_age,
})

/**
 * The name of a chain that a page alone knows, with its number: a page could call any chain "Ethereum", and on an approval a
 * person reads the name. Without characters that turn the text around or are not seen.
 */
export const claimedName = (name: string, id: number): string =>
  `${name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')} (${id})`

/** What is known of a chain counts before what a page says: it decides what a person reads on an approval. */
function fromHost(
  host: HostChain,
  known: EthereumChain | undefined,
  rpcUrls: readonly string[],
): EthereumChain {
  if (known) return { ...known, rpcUrls }
  return {
    id: host.id,
    name: claimedName(host.name, host.id),
    rpcUrls,
    nativeCurrency: host.nativeCurrency ?? ETHER,
    blockExplorerUrl: host.blockExplorers?.default?.url ?? null,
    isTestnet: host.testnet ?? false,
  }
}
