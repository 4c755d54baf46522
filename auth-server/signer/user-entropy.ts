import { hkdfSync } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { bip39Seed } from './bip39.ts'
import type { Custody } from './custody.ts'
import { openEntropySalt } from './entropy-salt.ts'
import { open, seal } from './envelope.ts'
import { SignerRefusal } from './refusal.ts'

/** 24 words. */
const ENTROPY_BYTES = 32

interface Owner {
  readonly appId: string
  readonly userId: string
}

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
 * @param salt of the installation, sealed; needed when `sealed` is `null`.
 * @throws SignerRefusal `unreadable_envelope`; `invalid_request` when there is neither.
 */
export function userEntropy(
  custody: Custody,
  { appId, userId }: Owner,
  { sealed, salt }: { readonly sealed: string | null; readonly salt: string | undefined },
): UserEntropy {
  const { keyring } = custody
  const context = { purpose: 'user-entropy', appId, userId } as const
  const key = keyring.envelope
  const entropy =
    sealed === null ? deriveEntropy(custody, { appId, userId }, salt) : open(key, context, sealed)
  try {
    return { sealed: sealed ?? seal(key, context, entropy), seed: bip39Seed(entropy) }
  } finally {
    entropy.fill(0)
  }
}

/**
 * HKDF-SHA256 (RFC 5869) of the root for it, with the installation's salt, and the owner as `info`. A
 * database of yesterday, which lacks what was stored since, makes the same entropy again. What this gives must never
 * change: a sealed entropy counts before it, a lost one is made by it.
 */
function deriveEntropy(custody: Custody, owner: Owner, sealedSalt: string | undefined): Buffer {
  if (sealedSalt === undefined)
    throw new SignerRefusal(
      'invalid_request',
      'The first wallet of a user needs the salt of the installation.',
    )
  const salt = openEntropySalt(custody, sealedSalt)
  try {
    const { userEntropy: key } = custody.keyring
    return Buffer.from(hkdfSync('sha256', key, salt, canonicalJson({ ...owner }), ENTROPY_BYTES))
  } finally {
    salt.fill(0)
  }
}
