import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import { type DeviceRecord, importsOf, isSamePlace, sharesOf } from './device-record.ts'
import type { VaultWallet } from './device-set.ts'
import { openImported } from './imported-key.ts'
import { type KeptKey, keepKey, type SigningKey } from './kept-key.ts'
import type { KeyFamily } from './key-family.ts'
import { VaultRefusal } from './refusal.ts'
import { seedOf } from './seed.ts'
import { setIdOf } from './set-key.ts'
import type { ShareStore } from './share-store.ts'
import { rebuildEntropy, type SealedShare } from './split.ts'

/** What opens a set on this device together with its share: kept for a while. */
export interface Unlocked {
  readonly setId: string
  readonly sharingId: string
  readonly authShare: string
  readonly authKey: CryptoKey
  readonly walletKeys: Map<string, KeptKey>
}

export interface SetKeysParts {
  readonly store: ShareStore
  unlocked(owner: SetOwner): Unlocked | undefined
  recordOf(owner: SetOwner): Promise<DeviceRecord | null>
}

/** Entropies and keys of sets: each is rebuilt for one piece of work, and wiped after it. */
export function createSetKeys({ store, unlocked, recordOf }: SetKeysParts) {
  const deviceShareOf = async (
    owner: SetOwner,
    { setId, sharingId }: Pick<Unlocked, 'setId' | 'sharingId'>,
  ) => {
    const record = await recordOf(owner)
    const share = record && sharesOf(record).find(it => it.setId === setId && it.sharingId === sharingId)
    if (!share) throw new VaultRefusal('needs-recovery')
    return share
  }

  /** Rebuilds the entropy, which must make this set, for one piece of work. */
  const withShares = async <T>(
    owner: SetOwner,
    { setId, sharingId }: Pick<Unlocked, 'setId' | 'sharingId'>,
    shares: readonly [SealedShare, SealedShare],
    work: (seed: Uint8Array, entropy: Uint8Array) => Promise<T>,
  ): Promise<T> => {
    const entropy = await rebuildEntropy({ ...owner, setId }, sharingId, ...shares)
    try {
      const seed = await seedOf(entropy)
      try {
        if (setIdOf(seed) !== setId) throw new VaultRefusal('damaged')
        return await work(seed, entropy)
      } finally {
        seed.fill(0)
      }
    } finally {
      entropy.fill(0)
    }
  }

  /** This device's share and the auth share that fits it. */
  const sharesHere = async (
    owner: SetOwner,
    auth: Unlocked,
  ): Promise<readonly [SealedShare, SealedShare]> => {
    const { share } = await deviceShareOf(owner, auth)
    return [
      { key: await store.deviceKey(), kind: 'device-share', envelope: share },
      { key: auth.authKey, kind: 'auth-share', envelope: auth.authShare },
    ]
  }

  const withEntropy = async <T>(
    owner: SetOwner,
    work: (seed: Uint8Array, entropy: Uint8Array, auth: Unlocked) => Promise<T>,
  ): Promise<T> => {
    const auth = unlocked(owner)
    if (!auth) throw new VaultRefusal('locked')
    return withShares(owner, auth, await sharesHere(owner, auth), (seed, entropy) =>
      work(seed, entropy, auth),
    )
  }

  /**
   * A wallet's key, which makes its address; the caller wipes it.
   * @throws VaultRefusal `not-this-wallet`, `needs-envelope`
   */
  const keyBytes = async (
    owner: SetOwner,
    { chainType, walletIndex, address }: VaultWallet,
    family: KeyFamily,
    { setId }: Pick<Unlocked, 'setId'>,
    seed: Uint8Array,
  ): Promise<Uint8Array> => {
    if (walletIndex === null) {
      const record = await recordOf(owner)
      const held = record && importsOf(record, setId).find(it => isSamePlace(it, { chainType, address }))
      if (!held) throw new VaultRefusal('needs-envelope')
      return openImported(seed, { owner, setId }, held)
    }
    const key = family.derive(seed, walletIndex)
    // No integrity in Shamir's scheme: a key that makes another address must not sign in this one's name.
    if (family.describe(key).address === address) return key
    key.fill(0)
    throw new VaultRefusal('not-this-wallet')
  }

  /**
   * A wallet's key for one operation; the caller wipes it. The first time it is made of the rebuilt entropy, which takes
   * several times as long as a signature; then it is kept for as long as the auth share.
   */
  const walletKey = async (owner: SetOwner, wallet: VaultWallet, family: KeyFamily): Promise<SigningKey> => {
    const { chainType, walletIndex, address } = wallet
    const auth = unlocked(owner)
    if (!auth) throw new VaultRefusal('locked')
    const name = `${chainType}/${walletIndex}/${address}`
    const kept = auth.walletKeys.get(name)
    if (kept) return kept.open()
    const key = await withEntropy(owner, seed => keyBytes(owner, wallet, family, auth, seed))
    try {
      auth.walletKeys.set(name, await keepKey(key, await family.handle(key)))
      return key
    } catch (error) {
      key.fill(0)
      throw error
    }
  }
  return { deviceShareOf, withShares, sharesHere, withEntropy, keyBytes, walletKey }
}
