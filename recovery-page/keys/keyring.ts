import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { mnemonicToSeedSync } from '@scure/bip39'
import { type KitChain, keyText, pathOf } from '@vitrine/shared/kit/kit.ts'
import type { KitSecret } from '@vitrine/shared/kit/read-kit-code.ts'
import { deriveEthereumKey } from '@vitrine/shared/wallet/derivation/ethereum.ts'
import { deriveSolanaKey } from '@vitrine/shared/wallet/derivation/solana.ts'
import { ethereumAddressOf } from '@vitrine/shared/wallet/ethereum-address.ts'
import { solanaAddressOf } from '@vitrine/shared/wallet/solana-address.ts'

/** A wallet that the page shows. Its key is made anew for each use, and wiped after it. */
export interface PageWallet {
  readonly chainType: KitChain
  readonly address: string
  /** `null`: an imported key. */
  readonly place: { readonly index: number; readonly path: string } | null
}

export interface Keyring {
  /** Imported: the one wallet of the key, whatever the index. @returns `null`: the key is of the other chain */
  wallet(chainType: KitChain, index: number): PageWallet | null
  readonly isImported: boolean
  /**
   * @param use gets 32 bytes, the private key (Ethereum) or the Ed25519 seed (Solana), which are wiped after it.
   * @throws Error when everything was forgotten.
   */
  withKey<T>(wallet: PageWallet, use: (key: Uint8Array) => T): T
  wipe(): void
}

/** Opens what was read of a kit. @param secret its key, if it is one, belongs to the keyring from here on */
export function openKeyring(secret: KitSecret): Keyring {
  const imported = secret.kind === 'key' ? secret.chainType : null
  const root = secret.kind === 'key' ? secret.key : mnemonicToSeedSync(secret.words.join(' '))
  let isWiped = false

  const keyAt = (chainType: KitChain, index: number): Uint8Array => {
    if (isWiped) throw new Error('The keys were forgotten.')
    if (imported) return root.slice(0, 32)
    return chainType === 'ethereum' ? deriveEthereumKey(root, index) : deriveSolanaKey(root, index)
  }
  const using = <T>(key: Uint8Array, use: (key: Uint8Array) => T): T => {
    try {
      return use(key)
    } finally {
      key.fill(0)
    }
  }
  return {
    isImported: imported !== null,
    wallet(chainType, index) {
      if (imported && imported !== chainType) return null
      return {
        chainType,
        address: using(keyAt(chainType, index), key => addressOf(chainType, key)),
        place: imported ? null : { index, path: pathOf(chainType, index) },
      }
    },
    withKey: ({ chainType, place }, use) => using(keyAt(chainType, place?.index ?? 0), use),
    wipe() {
      isWiped = true
      root.fill(0)
    },
  }
}

const addressOf = (chainType: KitChain, key: Uint8Array): string =>
  chainType === 'ethereum'
    ? ethereumAddressOf(secp256k1.getPublicKey(key))
    : solanaAddressOf(ed25519.getPublicKey(key))

/** A private key as wallets of its chain import it. @param key 32 bytes */
export function privateKeyText(chainType: KitChain, key: Uint8Array): string {
  return chainType === 'ethereum' ? keyText(chainType, key) : withSecretKey(key, it => keyText(chainType, it))
}

/** The file that `solana-keygen` writes and the Solana tools read. @param key 32 bytes */
export const keygenJson = (key: Uint8Array): string => withSecretKey(key, it => JSON.stringify([...it]))

/** RFC 8032's private key with the public one behind it, as Solana writes it. */
function withSecretKey<T>(key: Uint8Array, use: (secretKey: Uint8Array) => T): T {
  const both = new Uint8Array(64)
  both.set(key)
  both.set(ed25519.getPublicKey(key), 32)
  try {
    return use(both)
  } finally {
    both.fill(0)
  }
}
