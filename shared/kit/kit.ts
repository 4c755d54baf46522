import { base58Text, hexText } from '../encoding.ts'

/**
 * The recovery kit: what a person prints of their wallets, and what brings the wallets back without this server. The wallet's
 * isolated document prints it, the static recovery page reads it (docs/recovery.md).
 */
export interface Kit {
  readonly version: 1
  /** The app's name and the wallet's origin, as text to be found again by. */
  readonly app: string
  readonly origin: string
  /** Unix seconds. */
  readonly createdAt: number
  readonly phrases: readonly KitPhrase[]
  readonly imported: readonly KitImportedKey[]
}

/** Words and the wallets that are made of them. Accounts that were merged bring words of their own. */
export interface KitPhrase {
  /** BIP-39, English. */
  readonly words: readonly string[]
  readonly wallets: readonly KitWallet[]
}

export type KitChain = 'ethereum' | 'solana'

/** A wallet that is made of the words. */
export interface KitWallet {
  readonly chainType: KitChain
  readonly address: string
  readonly walletIndex: number
  /** See `pathOf`. */
  readonly path: string
}

/** A key of its own, which no words bring back. */
export interface KitImportedKey {
  readonly chainType: KitChain
  readonly address: string
  /** See `keyText`. */
  readonly key: string
}

/** Where a wallet's key lies below the words (BIP-44; all hardened for Solana, SLIP-10). */
export const pathOf = (chainType: KitChain, index: number): string =>
  chainType === 'ethereum' ? `m/44'/60'/0'/0/${index}` : `m/44'/501'/${index}'/0'`

/**
 * What a QR of the kit holds, and nothing beside it, so that any wallet app reads it: the words with single spaces, or one
 * imported key's text.
 */
export const kitCode = (secret: readonly string[] | string): string =>
  typeof secret === 'string' ? secret : secret.join(' ')

/**
 * A private key as wallets of its chain import it.
 * @param bytes Ethereum: 32. Solana: 64, the secret key with its public half.
 * @returns Ethereum: 0x and 64 hex digits. Solana: base58.
 */
export const keyText = (chainType: KitChain, bytes: Uint8Array): string =>
  chainType === 'ethereum' ? `0x${hexText(bytes)}` : base58Text(bytes)
