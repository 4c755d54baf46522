import { randomBytes } from 'node:crypto'
import { bip39Seed } from './bip39.ts'
import type { Custody } from './custody.ts'
import { open, seal } from './envelope.ts'

/** 24 words. */
const ENTROPY_BYTES = 32

/** A user's entropy, in the clear only while a key is derived. */
export interface UserEntropy {
  /** The envelope, for the database; opens for this app and user alone. */
  readonly sealed: string
  /** 64 bytes (BIP-39); the caller wipes them. */
  readonly seed: Uint8Array
}

/**
 * Opens the one entropy that all wallets of a user come from, or makes it.
 *
 * @param sealed `null` when the user has none yet.
 * @throws SignerRefusal `unreadable_envelope`
 */
export function userEntropy(
  { keyring }: Custody,
  owner: { readonly appId: string; readonly userId: string },
  sealed: string | null,
): UserEntropy {
  const context = { purpose: 'user-entropy', appId: owner.appId, userId: owner.userId } as const
  const key = { key: keyring.envelope, keyId: keyring.keyId }
  const entropy = sealed === null ? randomBytes(ENTROPY_BYTES) : open(key, context, sealed)
  try {
    return { sealed: sealed ?? seal(key, context, entropy), seed: bip39Seed(entropy) }
  } finally {
    entropy.fill(0)
  }
}
