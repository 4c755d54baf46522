import { toBase58 } from '../chains/base58.ts'

/**
 * A Solana address is the Ed25519 public key itself, base58.
 * @param publicKey 32 bytes
 */
export const solanaAddressOf = (publicKey: Uint8Array): string => toBase58(publicKey)
