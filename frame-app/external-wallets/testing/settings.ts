import type { EthereumChain } from '../../chains/ethereum/ports.ts'
import type { Chains } from '../../config/chains.ts'
import type { ExternalWalletsParts } from '../external-wallets.ts'

export type ChainId = number

export const polygon: EthereumChain = {
  id: 137,
  name: 'Polygon',
  rpcUrls: ['https://polygon.example'],
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  blockExplorerUrl: 'https://polygonscan.example',
  isTestnet: false,
}

/** What a site has set, as far as wallets go by it. */
export function settingsOf({
  isDisabled = false,
  defaultChain = null as number | null,
}): ReturnType<ExternalWalletsParts['config']> {
  const chains: Chains = {
    supported: [polygon],
    default: polygon,
    shouldEnforceDefaultChainOnConnect: defaultChain !== null,
  }
  return {
    chains,
    externalWallets: { isDisabled, isWalletConnectEnabled: true, signatureRequestTimeouts: {} },
  }
}
