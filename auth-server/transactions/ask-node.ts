import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { App } from '../apps/registry.ts'
import { askEthereum } from './ethereum.ts'
import type { Answer, Sent } from './outcome.ts'
import { askSolana } from './solana.ts'

/** The nodes of the chain that the app's operator named, in their order; none where no chain of the app's is like this. */
export function nodesOf({ config }: App, chain: string): readonly string[] {
  const chainId = parseEip155(chain)
  if (chainId !== null) return config.chains.find(({ id }) => id === chainId)?.rpc_urls ?? []
  const endpoints = Object.hasOwn(config.solana_rpcs, chain)
    ? config.solana_rpcs[chain as SolanaChain]
    : undefined
  return endpoints ? [endpoints.rpc] : []
}

/** @throws Error when the node does not answer */
export const askNode = (url: string, sent: Sent): Promise<Answer> =>
  sent.chain.startsWith('eip155:') ? askEthereum(url, sent) : askSolana(url, sent)
