import type { HpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import type { KeyFamily } from './key-family.ts'
import { VaultRefusal } from './refusal.ts'
import { seedOf } from './seed.ts'
import { entropyOfWords } from './words-entropy.ts'

/** A key that a person brings, encrypted for this worker, and what they say of it. */
export interface BroughtKey {
  /** Base64 SPKI, of `importRecipient`. */
  readonly recipient: string
  readonly sealed: HpkeSealed
  readonly chainType: 'ethereum' | 'solana'
  readonly address: string
  readonly entropy: { readonly type: 'private-key' } | { readonly type: 'hd'; readonly index: number }
}

/**
 * The key of what was brought.
 * @param plaintext the key's bytes or, of `hd`, its words; the caller wipes it
 * @returns 32 bytes; the caller wipes them
 * @throws VaultRefusal `invalid-key`, `invalid-words`; `other-address` for a key that makes another address than was said
 */
export async function keyOf(
  plaintext: Uint8Array,
  { entropy, address }: Pick<BroughtKey, 'entropy' | 'address'>,
  family: KeyFamily,
): Promise<Uint8Array> {
  const key =
    entropy.type === 'hd' ? await ofWords(plaintext, entropy.index, family) : family.readKey(plaintext)
  if (!key) throw new VaultRefusal('invalid-key')
  // The case of an address is its checksum (EIP-55), which need not be there; of Solana's it counts.
  const made = family.describe(key).address
  if (made === address || (made.startsWith('0x') && made.toLowerCase() === address.toLowerCase())) return key
  key.fill(0)
  throw new VaultRefusal('other-address')
}

async function ofWords(sentence: Uint8Array, index: number, family: KeyFamily): Promise<Uint8Array> {
  const entropy = entropyOfWords(sentence)
  if (!entropy) throw new VaultRefusal('invalid-words')
  try {
    const seed = await seedOf(entropy)
    try {
      return family.derive(seed, index)
    } finally {
      seed.fill(0)
    }
  } finally {
    entropy.fill(0)
  }
}
