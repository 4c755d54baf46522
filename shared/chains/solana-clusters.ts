/** Solana's clusters under the names of the Wallet Standard, in the order in which a wallet lists them. */
export const SOLANA_CHAINS = ['solana:mainnet', 'solana:devnet', 'solana:testnet'] as const
export type SolanaChain = (typeof SOLANA_CHAINS)[number]
