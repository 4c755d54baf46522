import { base64urlText } from '@vitrine/shared/encoding.ts'
import { combine, split } from 'shamir-secret-sharing'
import { open, type ShareContext, seal } from './envelope.ts'
import { VaultRefusal } from './refusal.ts'
import { ENTROPY_BYTES } from './seed.ts'

export type SetContext = Pick<ShareContext, 'appId' | 'userId' | 'setId'>

/** One split of an entropy, every share of it encrypted. */
export interface SealedSplit {
  readonly sharingId: string
  readonly deviceShare: string
  readonly authShare: string
  readonly recoveryShare: string
}

/** Splits an entropy 2-of-3 (Shamir), for one device, and seals each share by its own key. */
export async function splitEntropy(
  entropy: Uint8Array,
  set: SetContext,
  keys: { readonly device: CryptoKey; readonly auth: CryptoKey; readonly recovery: CryptoKey },
): Promise<SealedSplit> {
  const sharingId = base64urlText(crypto.getRandomValues(new Uint8Array(16)))
  const shares = await split(entropy, 3, 2)
  const copies = shares.map(share => Uint8Array.from(share))
  try {
    const [device = EMPTY, auth = EMPTY, recovery = EMPTY] = copies
    const sealed = (key: CryptoKey, kind: ShareContext['kind'], share: Uint8Array<ArrayBuffer>) =>
      seal(key, { ...set, kind, sharingId }, share)
    return {
      sharingId,
      deviceShare: await sealed(keys.device, 'device-share', device),
      authShare: await sealed(keys.auth, 'auth-share', auth),
      recoveryShare: await sealed(keys.recovery, 'recovery-share', recovery),
    }
  } finally {
    // All of them: one that could not be sealed leaves the others in the clear.
    for (const share of [...shares, ...copies]) share.fill(0)
  }
}
const EMPTY = new Uint8Array()

/** An encrypted share and what opens it. */
export interface SealedShare {
  readonly key: CryptoKey
  readonly kind: ShareContext['kind']
  readonly envelope: string
  /** What it means that the key does not open it; `damaged` by default. */
  readonly mismatch?: 'damaged' | 'wrong-recovery-key'
}

/**
 * Rebuilds an entropy of two shares of one split. Shamir's scheme has no integrity: shares that do not belong together
 * yield another entropy, so the caller compares what it makes with what is expected, and wipes it.
 * @throws VaultRefusal of `open`; `damaged` when the shares are not two of one length
 */
export async function rebuildEntropy(
  set: SetContext,
  sharingId: string,
  first: SealedShare,
  second: SealedShare,
): Promise<Uint8Array> {
  const opened: Uint8Array[] = []
  try {
    for (const { key, kind, envelope, mismatch } of [first, second]) {
      opened.push(await open(key, { ...set, kind, sharingId }, envelope, mismatch))
    }
    const entropy = await combine(opened).catch(() => null)
    if (entropy?.length === ENTROPY_BYTES) return entropy
    entropy?.fill(0)
    throw new VaultRefusal('damaged')
  } finally {
    for (const share of opened) share.fill(0)
  }
}
