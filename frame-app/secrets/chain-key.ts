import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { deriveEthereumKey } from '@vitrine/shared/wallet/derivation/ethereum.ts'
import { deriveSolanaKey } from '@vitrine/shared/wallet/derivation/solana.ts'
import { ethereumAddressOf } from '@vitrine/shared/wallet/ethereum-address.ts'
import { solanaAddressOf } from '@vitrine/shared/wallet/solana-address.ts'

export type ChainType = 'ethereum' | 'solana'

/** @param key 32 bytes that are a key of the chain. @throws Error for others */
export const addressOfKey = (chainType: ChainType, key: Uint8Array): string =>
  chainType === 'ethereum'
    ? ethereumAddressOf(secp256k1.getPublicKey(key, true))
    : solanaAddressOf(ed25519.getPublicKey(key))

/** At the chain's path (BIP-44, SLIP-10). @returns 32 bytes; the caller wipes them */
export const keyOfSeed = (chainType: ChainType, seed: Uint8Array, index: number): Uint8Array =>
  chainType === 'ethereum' ? deriveEthereumKey(seed, index) : deriveSolanaKey(seed, index)

/** The secret key as Solana's tools have it: the private key, then the public one. @returns 64 bytes; the caller wipes them */
export function solanaSecretKey(key: Uint8Array): Uint8Array {
  const secret = new Uint8Array(64)
  secret.set(key)
  secret.set(ed25519.getPublicKey(key), 32)
  return secret
}

/** Addresses of Ethereum differ in case by their checksum only (EIP-55); of Solana's each letter counts. */
export const isAddressOf = (chainType: ChainType, one: string, other: string): boolean =>
  chainType === 'ethereum' ? one.toLowerCase() === other.toLowerCase() : one === other
