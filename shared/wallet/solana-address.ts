import { base58Text } from '../encoding.ts'

/**
 * A Solana address is the Ed25519 public key itself, base58.
 * @param publicKey 32 bytes
 */
export const solanaAddressOf = (publicKey: Uint8Array): string => base58Text(publicKey)
