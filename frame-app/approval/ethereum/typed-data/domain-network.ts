import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { EthereumNetwork, EthereumNetworks } from '../../../chains/ethereum/ports.ts'
import { integerOf } from './read-value.ts'

/** How the domain's chain stands to the one that the site is on; names are ready to show. */
export type NetworkMatch =
  | { readonly kind: 'same' }
  | { readonly kind: 'other'; readonly wanted: string; readonly current: string }
  | { readonly kind: 'unknown'; readonly wanted: string }
  /** The domain names no chain: the signature holds on every chain that has such a contract. */
  | { readonly kind: 'unbound' }

export interface FoundNetwork {
  /** The domain's, else the site's own; `null` for a chain that the app does not have. */
  readonly network: EthereumNetwork | null
  readonly match: NetworkMatch
}

/** @param siteChainId what the asking provider is on */
export function findNetwork(
  networks: EthereumNetworks,
  { domain }: TypedData,
  siteChainId = networks.current.get(),
): FoundNetwork {
  const current = networks.of(siteChainId)
  if (domain.chainId === undefined) return { network: current, match: { kind: 'unbound' } }
  const wanted = integerOf(domain.chainId)
  const known = networks.chains.find(({ id }) => wanted !== null && BigInt(id) === wanted)
  if (!known) return { network: null, match: { kind: 'unknown', wanted: String(domain.chainId) } }
  const network = networks.of(known.id)
  return known.id === current.chain.id
    ? { network, match: { kind: 'same' } }
    : { network, match: { kind: 'other', wanted: known.name, current: current.chain.name } }
}
