import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { deriveEthereumKey } from '@vitrine/shared/wallet/derivation/ethereum.ts'
import { deriveSolanaKey } from '@vitrine/shared/wallet/derivation/solana.ts'
import { ethereumAddressOf } from '@vitrine/shared/wallet/ethereum-address.ts'
import { solanaAddressOf } from '@vitrine/shared/wallet/solana-address.ts'
import { ed25519PublicKey } from './ed25519.ts'

export type ChainType = 'ethereum' | 'solana'

/** How the keys of a chain family come about and are named. Private keys are 32 bytes. */
export interface ChainKeys {
  /** @param seed 64 bytes (BIP-39). @returns the key at the family's path; the caller wipes it. */
  derive(seed: Uint8Array, index: number): Uint8Array
  addressOf(privateKey: Uint8Array): string
  /** As the wallet resource tells it: compressed SEC1 in 0x-prefixed hex, or base58. */
  publicKeyOf(privateKey: Uint8Array): string
}

const solanaAddress = (privateKey: Uint8Array) => solanaAddressOf(ed25519PublicKey(privateKey))

export const CHAIN_KEYS: Readonly<Record<ChainType, ChainKeys>> = {
  ethereum: {
    derive: deriveEthereumKey,
    addressOf: privateKey => ethereumAddressOf(secp256k1.getPublicKey(privateKey, false)),
    publicKeyOf: privateKey => `0x${bytesToHex(secp256k1.getPublicKey(privateKey, true))}`,
  },
  // The address of a Solana wallet is its public key.
  solana: { derive: deriveSolanaKey, addressOf: solanaAddress, publicKeyOf: solanaAddress },
}
