import type { AddEthereumChainParameter, Chain } from 'viem'
import type { ChosenOfChain } from './connector-shape.ts'

/**
 * What `wallet_addEthereumChain` is asked (EIP-3085) for a chain of viem's.
 *
 * @param chosen what the page says instead of what the chain has
 */
export function addedChain(chain: Chain, chosen: ChosenOfChain = {}): AddEthereumChainParameter {
  const explorers = Object.values(chain.blockExplorers ?? {}).map(({ url }) => url)
  const { iconUrls, blockExplorerUrls = explorers.length > 0 ? explorers : undefined } = chosen
  return {
    chainId: `0x${chain.id.toString(16)}`,
    chainName: chosen.chainName ?? chain.name,
    nativeCurrency: chosen.nativeCurrency ?? chain.nativeCurrency,
    rpcUrls: chosen.rpcUrls ?? chain.rpcUrls.default.http,
    ...(blockExplorerUrls && { blockExplorerUrls }),
    ...(iconUrls && { iconUrls }),
  }
}
