/** Default chain: Ethereum mainnet (specification §9). */
export const DEFAULT_CHAIN_ID = 0x1

export interface ChainName {
  /** Decimal chain id (EIP-155). */
  readonly id: number
  readonly name: string
  /** Of the native token; `ETH` by default. */
  readonly symbol?: string
  readonly isTestnet?: true
}

/**
 * Chains of an app that names none (contract §4.3, `supportedChains`). They have no endpoints: the operator's config
 * decides where a visitor's browser connects to.
 */
export const BUILT_IN_CHAINS: readonly ChainName[] = [
  { id: 1, name: 'Ethereum' },
  { id: 10, name: 'OP Mainnet' },
  { id: 56, name: 'BNB Smart Chain', symbol: 'BNB' },
  { id: 130, name: 'Unichain' },
  { id: 137, name: 'Polygon', symbol: 'POL' },
  { id: 146, name: 'Sonic', symbol: 'S' },
  { id: 324, name: 'zkSync Era' },
  { id: 480, name: 'World Chain' },
  { id: 8453, name: 'Base' },
  { id: 42161, name: 'Arbitrum One' },
  { id: 42220, name: 'Celo', symbol: 'CELO' },
  { id: 43114, name: 'Avalanche', symbol: 'AVAX' },
  { id: 59144, name: 'Linea' },
  { id: 7777777, name: 'Zora' },
  { id: 11155111, name: 'Sepolia', isTestnet: true },
  { id: 84532, name: 'Base Sepolia', isTestnet: true },
  { id: 421614, name: 'Arbitrum Sepolia', isTestnet: true },
  { id: 11155420, name: 'OP Sepolia', isTestnet: true },
  { id: 80002, name: 'Polygon Amoy', symbol: 'POL', isTestnet: true },
  { id: 43113, name: 'Avalanche Fuji', symbol: 'AVAX', isTestnet: true },
]
