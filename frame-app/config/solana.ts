import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { HostOptions } from '@vitrine/shared/config/host-options.ts'
import { configuredEndpoints } from '@vitrine/shared/config/networks.ts'
import { rpcOrigin } from '@vitrine/shared/config/rpc-url.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { SolanaCluster } from '../chains/solana/ports.ts'
import type { ConfigWarning, Ruled } from './warning.ts'

type HostRpcs = NonNullable<NonNullable<HostOptions['solana']>['rpcs']>

/** Named here once more: what every page loads may not bring a file of Solana's. */
const SOLANA_CHAINS = Object.keys({
  'solana:mainnet': null,
  'solana:devnet': null,
  'solana:testnet': null,
} satisfies Record<SolanaChain, null>) as SolanaChain[]

/**
 * The clusters of an app, the first of them its default; none where nothing asks for Solana. What asks for it: an endpoint
 * of the server's or the page's config, wallets made on login, or a `walletChainType` with Solana in it.
 *
 * Of a cluster that the operator did not configure the page may name an endpoint, of an origin that the server's config
 * allows: the frame's CSP blocks every other. Of a cluster that is configured the operator's endpoints count: another path of
 * their origin may be a cluster of the page's own making.
 */
export function mergeSolana(app: AppConfig, host: HostOptions): Ruled<readonly SolanaCluster[]> {
  const rpcs = host.solana?.rpcs ?? {}
  const warnings: ConfigWarning[] = Object.keys(rpcs).flatMap(name =>
    isChain(name) ? [] : [unknownCluster(name)],
  )
  const named = SOLANA_CHAINS.filter(chain => app.solana_rpcs[chain] ?? rpcs[chain])
  const clusters = named.map((chain): SolanaCluster => {
    const configured = app.solana_rpcs[chain]
    const endpoint = (name: 'rpc' | 'rpcSubscriptions', own: string | undefined) => {
      const asked = rpcs[chain]?.[name]
      if (asked === undefined || asked === own) return own ?? null
      if (!configured && typeof asked === 'string' && allows(app, asked)) return asked
      warnings.push(configured ? isConfigured(chain, name) : notAllowed(chain, name))
      return own ?? null
    }
    return {
      chain,
      rpcUrl: endpoint('rpc', configured?.rpc),
      socketUrl: endpoint('rpcSubscriptions', configured?.rpc_subscriptions),
      blockExplorerUrl: explorer(rpcs[chain]),
    }
  })
  return {
    value: clusters.length > 0 || !wantsSolana(app, host) ? clusters : SOLANA_CHAINS.map(signingOnly),
    warnings,
  }
}

const isChain = (name: string): name is SolanaChain => SOLANA_CHAINS.some(chain => chain === name)

const signingOnly = (chain: SolanaChain): SolanaCluster => ({
  chain,
  rpcUrl: null,
  socketUrl: null,
  blockExplorerUrl: null,
})

const wantsSolana = (app: AppConfig, host: HostOptions) =>
  (host.appearance?.walletChainType ?? 'ethereum-only') !== 'ethereum-only' ||
  (host.embeddedWallets?.solana?.createOnLogin ?? app.embedded_wallet_config.solana.create_on_login) !== 'off'

function allows(app: AppConfig, url: string): boolean {
  const origin = rpcOrigin(url)
  return origin !== null && configuredEndpoints(app).some(endpoint => rpcOrigin(endpoint) === origin)
}

/** Where a person looks a transaction up. A link, so nothing but https will do. */
function explorer(given: HostRpcs[string] | undefined): string | null {
  const url = given?.blockExplorerUrl
  return typeof url === 'string' && parseUrl(url)?.protocol === 'https:' ? url : null
}

const notAllowed = (chain: SolanaChain, name: string): ConfigWarning => ({
  rule: 'rpc-allowed',
  message: `config.solana.rpcs["${chain}"].${name}: give a URL, of an origin that the app's server config names in solana_rpcs; the frame can reach no other.`,
})

const isConfigured = (chain: SolanaChain, name: string): ConfigWarning => ({
  rule: 'rpc-allowed',
  message: `config.solana.rpcs["${chain}"].${name} is not used: the cluster keeps the endpoints that the app's server config names in solana_rpcs.`,
})

const unknownCluster = (name: string): ConfigWarning => ({
  rule: 'option-known',
  message: `config.solana.rpcs: "${name}" is none of ${SOLANA_CHAINS.join(', ')}.`,
})
