import { timingSafeEqual } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64Bytes } from '@vitrine/shared/encoding.ts'
import type { HpkeRecipient } from '@vitrine/shared/hpke/hpke.ts'
import { openKey } from '@vitrine/shared/hpke/key-transport.ts'
import type { SealedKey } from '@vitrine/shared/wallet/import-export.ts'
import { bip39Seed, entropyOfPhrase } from '../bip39.ts'
import { CHAIN_KEYS, type ChainType } from '../chain-keys.ts'
import { ed25519PublicKey } from '../ed25519.ts'

/** Why what was brought is not taken. It was encrypted for this process, so that who asks learns nothing of another's key. */
export type KeyRefusal = 'sealed' | 'key' | 'words' | 'checksum' | 'address'

/** A key that was brought, in the clear: 32 bytes, which the caller wipes. */
export interface BroughtKey {
  readonly privateKey: Uint8Array
  /** As the chain writes it. */
  readonly address: string
  readonly publicKey: string
}

/** Opens what was encrypted and reads it; the key must be the named address's. Nothing of it is left where it is refused. */
export async function readBroughtKey(
  recipient: HpkeRecipient,
  sealed: SealedKey,
): Promise<BroughtKey | KeyRefusal> {
  const { aead_algorithm: aead, info, aad } = sealed.hpke_config ?? {}
  const context = { info: bytes(info), aad: bytes(aad) }
  const opened = await openKey(recipient, sealed, { aead, context })
  if (!opened) return 'sealed'
  let privateKey: Uint8Array | KeyRefusal
  try {
    privateKey = readPrivateKey(opened, sealed)
  } finally {
    opened.fill(0)
  }
  if (typeof privateKey === 'string') return privateKey
  const { addressOf, publicKeyOf } = CHAIN_KEYS[sealed.chain_type]
  const address = addressOf(privateKey)
  if (!isAddress(sealed, address)) {
    privateKey.fill(0)
    return 'address'
  }
  return { privateKey, address, publicKey: publicKeyOf(privateKey) }
}

/** @param opened a key's bytes, or words. @returns 32 bytes, which the caller wipes; or why it is no key of this chain */
export const readPrivateKey = (
  opened: Uint8Array,
  named: Pick<SealedKey, 'chain_type' | 'entropy_type' | 'index'>,
): Uint8Array | KeyRefusal =>
  named.entropy_type === 'hd' ? ofWords(opened, named) : ofBytes(opened, named.chain_type)

/** Ethereum: 32 bytes of secp256k1's range. Solana: an Ed25519 seed, with or without the public key that is of it. */
function ofBytes(opened: Uint8Array, chainType: ChainType): Uint8Array | 'key' {
  if (chainType === 'ethereum')
    return opened.length === 32 && secp256k1.utils.isValidSecretKey(opened) ? Uint8Array.from(opened) : 'key'
  if (opened.length !== 32 && opened.length !== 64) return 'key'
  const seed = opened.slice(0, 32)
  if (opened.length === 32 || timingSafeEqual(ed25519PublicKey(seed), opened.subarray(32))) return seed
  seed.fill(0)
  return 'key'
}

/** The key at the chain's path of this index (BIP-44, SLIP-10), of words without a passphrase. */
function ofWords(
  opened: Uint8Array,
  { chain_type: chainType, index = 0 }: Pick<SealedKey, 'chain_type' | 'index'>,
) {
  const entropy = entropyOfPhrase(opened)
  if (typeof entropy === 'string') return entropy
  let seed: Uint8Array = new Uint8Array()
  try {
    seed = bip39Seed(entropy)
    return CHAIN_KEYS[chainType].derive(seed, index)
  } finally {
    entropy.fill(0)
    seed.fill(0)
  }
}

/** Ethereum's letters may be of any case (EIP-55). */
const isAddress = ({ chain_type, address: named }: SealedKey, address: string): boolean =>
  chain_type === 'ethereum' ? named.toLowerCase() === address.toLowerCase() : named === address

const bytes = (text: string | undefined) =>
  text === undefined ? new Uint8Array() : (base64Bytes(text) ?? new Uint8Array())
