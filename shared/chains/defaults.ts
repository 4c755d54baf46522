/** Default chain: Ethereum mainnet (specification §9). */
export const DEFAULT_CHAIN_ID = 0x1
