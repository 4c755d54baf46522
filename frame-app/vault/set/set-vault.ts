/**
 * On-device wallets, inside the worker. What it must guarantee:
 *  - the entropy and every key of it exist for one operation, as bytes, and are wiped after it;
 *  - no method returns a share in the clear, an entropy or a key, and none signs bytes that the caller chose;
 *  - nothing is signed by a rebuilt key before its address is the wallet's;
 *  - a device's share is on its disk before anyone else learns of the split that it belongs to.
 * The worker has no network: the frame brings what the server gives, as it came.
 */

import {
  type AddImportedRequest,
  type AddSharingRequest,
  type AddWalletRequest,
  type ChangeRecoveryRequest,
  type ExportedSecret,
  type ImportedSetWallet,
  type Recovery,
  type RecoveryShareResponse,
  type RegisterSetRequest,
  SHARE_KEY_BYTES,
} from '@vitrine/shared/wallet/embedded.ts'
import type { HpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import type { BroughtKey } from './brought-key.ts'
import {
  type DeviceRecord,
  type DeviceShare,
  type HeldWallets,
  type RecoveryCopy,
  readRecord,
  restorable,
  sharesOf,
  withoutCurrent,
  withShare,
  withWallets,
  written,
} from './device-record.ts'
import { type DeviceSet, describeDevice, type VaultWallet, type WalletPlace } from './device-set.ts'
import { shareKey } from './envelope.ts'
import { sealExport } from './exported-key.ts'
import { type GivenSecret, readSecret } from './given-secret.ts'
import { createImportRecipients } from './import-recipients.ts'
import { registeredImport, sealImported } from './imported-key.ts'
import { wipe } from './kept-key.ts'
import { KEY_FAMILIES } from './key-family.ts'
import { type Prepared, sealedRecovery } from './prepared-recovery.ts'
import { readRequest } from './read-request.ts'
import { createRecipients } from './recipient.ts'
import { recoveryKey } from './recovery-key.ts'
import { VaultRefusal } from './refusal.ts'
import { ENTROPY_BYTES, mnemonicBytes, seedOf } from './seed.ts'
import { proven, setIdOf } from './set-key.ts'
import { createSetKeys, type Unlocked } from './set-keys.ts'
import { placeOf as idOf, type ShareStore } from './share-store.ts'
import { createShortMemory } from './short-memory.ts'
import { splitEntropy } from './split.ts'
import { registered } from './wallet-statement.ts'

/** How long an auth share stays in the worker, encrypted, so that not every signature asks the server for it. */
export const UNLOCKED_MS = 5 * 60_000

/** Keys of the server's answer to POST /keys, for the recipient that was named in it. */
export interface ReleasedKeys {
  readonly recipient: string
  readonly keys: string
}

export interface PreparedRecovery {
  readonly handle: string
  readonly verifier: string
}

/** What a set begins with. */
export interface FirstWallets {
  readonly places?: readonly WalletPlace[]
  readonly brought?: BroughtKey
}

/** A site's own recovery key. */
const SITE_KEY_BYTES = { min: 32, max: 64 }

/** @param now unix ms */
export function createSetVault(store: ShareStore, now: () => number = Date.now) {
  const recipients = createRecipients()
  /** Apart: what was sealed for one question answers no other. */
  const siteKeyRecipients = createRecipients({ isReused: true })
  const importRecipients = createImportRecipients(now)
  const unlocked = createShortMemory<Unlocked>(UNLOCKED_MS, now)
  const prepared = createShortMemory<Prepared>(UNLOCKED_MS, now)
  /** Counts the logouts: what began before one leaves nothing in memory after it. */
  let era = 0

  const recordOf = async (owner: SetOwner) => readRecord(await store.read(idOf(owner)))
  const writeRecord = (owner: SetOwner, record: DeviceRecord | null) =>
    store.write(idOf(owner), record && written(record))
  const requireEra = (began: number) => {
    if (began !== era) throw new VaultRefusal('locked')
  }

  /** The caller wipes them. @param count of the keys that were asked for */
  const openKeys = ({ recipient, keys }: ReleasedKeys, count: number) => {
    const length = count * SHARE_KEY_BYTES
    return recipients.open(recipient, keys, { min: length, max: length })
  }

  const requirePrepared = (owner: SetOwner, handle: string): Prepared => {
    const found = prepared.get(handle)
    if (found?.owner !== idOf(owner)) throw new VaultRefusal('locked')
    return found
  }

  const setKeys = createSetKeys({ store, unlocked: owner => unlocked.get(idOf(owner)), recordOf })
  const { deviceShareOf, withShares, sharesHere, withEntropy, keyBytes, walletKey } = setKeys

  /** Splits anew for this device, and puts its share on the disk before anything leaves the worker. */
  const shareAnew = async (
    owner: SetOwner,
    setId: string,
    entropy: Uint8Array,
    { authKey, recoveryKey: key, kind, verifier }: Prepared,
    mustBeDurable: boolean,
  ) => {
    const began = era
    const keys = { device: await store.deviceKey(true), auth: authKey, recovery: key }
    const split = await splitEntropy(entropy, { ...owner, setId }, keys)
    const { sharingId } = split
    const copy: RecoveryCopy = { ...kind, share: split.recoveryShare }
    const share: DeviceShare = {
      setId,
      sharingId,
      share: split.deviceShare,
      recovery: copy,
      state: 'pending',
    }
    const before = await recordOf(owner)
    const isDurable = await writeRecord(owner, withShare(before, share))
    if (mustBeDurable && !isDurable) {
      await writeRecord(owner, before)
      throw new VaultRefusal('storage')
    }
    requireEra(began)
    unlocked.set(idOf(owner), {
      setId,
      sharingId,
      authShare: split.authShare,
      authKey,
      walletKeys: new Map(),
    })
    const sent: Recovery = copy.method === 'privy' ? copy : { ...copy, verifier }
    const sharing = { id: sharingId, auth_share: split.authShare }
    const retired = before?.current.state === 'stored' && before.current.setId === setId
    return { sharing, recovery: sent, ...(retired && { retires: before.current.sharingId }) }
  }

  const registration = async (
    owner: SetOwner,
    seed: Uint8Array,
    entropy: Uint8Array,
    keys: Prepared,
    places: readonly WalletPlace[],
    imports: (setId: string) => Promise<readonly ImportedSetWallet[]>,
  ): Promise<RegisterSetRequest> => {
    const setId = setIdOf(seed)
    const wallets = []
    for (const place of places) wallets.push(await registered(seed, owner, setId, place))
    const imported = [...(await imports(setId))]
    const { sharing, recovery } = await shareAnew(owner, setId, entropy, keys, true)
    return proven(seed, owner, 'register', {
      ...{ set_id: setId, sharing, recovery, wallets },
      ...(imported.length > 0 && { imported }),
    })
  }

  /** A key that was brought, sealed for a set. */
  const sealBrought = async (seed: Uint8Array, owner: SetOwner, setId: string, brought: BroughtKey) => {
    const key = await importRecipients.open(brought)
    try {
      return await sealImported(seed, { owner, setId }, brought.chainType, key)
    } finally {
      key.fill(0)
    }
  }

  return {
    async deviceSet(owner: SetOwner): Promise<DeviceSet | null> {
      const record = await recordOf(owner)
      return record && describeDevice(record, unlocked.get(idOf(owner))?.sharingId)
    },

    async recipient(): Promise<string> {
      return recipients.create()
    },

    /** For the site's own recovery key. */
    async siteKeyRecipient(): Promise<string> {
      return siteKeyRecipients.create()
    },

    /**
     * Takes the auth share that fits a share of this device; it stays for five minutes. They are put together at once: two
     * that make nothing are for a recovery, not for every signature of five minutes to fail at.
     */
    async unlock(
      owner: SetOwner,
      released: ReleasedKeys,
      {
        setId,
        sharingId,
        authShare,
      }: { readonly setId: string; readonly sharingId: string; readonly authShare: string },
    ): Promise<void> {
      const began = era
      // Before the answer is opened: a device without a share has no use for it.
      await deviceShareOf(owner, { setId, sharingId })
      const key = await openKeys(released, 1)
      const auth = { setId, sharingId, authShare, authKey: await shareKey(key), walletKeys: new Map() }
      await withShares(owner, auth, await sharesHere(owner, auth), async () => {})
      requireEra(began)
      unlocked.set(idOf(owner), auth)
    },

    /**
     * Makes a recovery key, once for all that needs it.
     * @param released for `auth-share` and `recovery`, in this order
     * @param given `null`: automatic
     */
    async prepareRecovery(
      owner: SetOwner,
      released: ReleasedKeys,
      given: GivenSecret | null,
    ): Promise<PreparedRecovery> {
      const began = era
      const keys = await openKeys(released, 2)
      try {
        const auth = Uint8Array.from(keys.subarray(0, SHARE_KEY_BYTES))
        const provider = Uint8Array.from(keys.subarray(SHARE_KEY_BYTES))
        try {
          const { kind, source } = await readSecret(given, (recipient, sealed) =>
            siteKeyRecipients.open(recipient, sealed, SITE_KEY_BYTES),
          )
          const { key, verifier } = await recoveryKey(provider, source)
          const authKey = await shareKey(auth)
          requireEra(began)
          const handle = crypto.randomUUID()
          prepared.set(handle, { owner: idOf(owner), authKey, recoveryKey: key, kind, verifier })
          return { handle, verifier }
        } finally {
          auth.fill(0)
          provider.fill(0)
        }
      } finally {
        keys.fill(0)
      }
    },

    /** What a key that is brought is encrypted to; it may be used again for ten minutes. */
    async importRecipient(): Promise<string> {
      return importRecipients.create()
    },

    /** A new entropy with its first wallets. What it returns holds nothing that opens by itself. */
    async createSet(
      owner: SetOwner,
      handle: string,
      { places = [], brought }: FirstWallets,
    ): Promise<RegisterSetRequest> {
      const keys = requirePrepared(owner, handle)
      const record = await recordOf(owner)
      // A set that the server has confirmed once is restored, never written over.
      if (record && sharesOf(record).some(share => share.state === 'stored')) throw new VaultRefusal('exists')
      const entropy = crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES))
      try {
        const seed = await seedOf(entropy)
        try {
          return await registration(owner, seed, entropy, keys, places, async setId =>
            brought ? [await sealBrought(seed, owner, setId, brought)] : [],
          )
        } finally {
          seed.fill(0)
        }
      } finally {
        entropy.fill(0)
      }
    },

    /** Rebuilds the set on a device that has no share of it, and makes one for it. */
    async openSet(
      owner: SetOwner,
      handle: string,
      released: RecoveryShareResponse,
    ): Promise<AddSharingRequest> {
      const keys = requirePrepared(owner, handle)
      const { set, sharing_id: sharingId } = released
      const shares = [
        sealedRecovery(keys, released.recovery_share),
        { key: keys.authKey, kind: 'auth-share', envelope: released.auth_share },
      ] as const
      const setId = set.set_id
      return withShares(owner, { setId, sharingId }, shares, async (seed, entropy) => {
        const { sharing, retires } = await shareAnew(owner, setId, entropy, keys, false)
        const body = { set_id: setId, sharing, ...(retires !== undefined && { retires }) }
        return proven(seed, owner, 'add-sharing', body)
      })
    },

    /**
     * Registers this device's set again, from its own share and its copy of the recovery share. With it go its wallets; of keys
     * that were brought, each of which takes a proof of its own, one and only where the set has nothing else.
     * @param first what a set of brought keys alone begins with instead: a wallet that is wanted now, or a key that is brought now
     */
    async restoreSet(owner: SetOwner, handle: string, first: FirstWallets = {}): Promise<RegisterSetRequest> {
      const keys = requirePrepared(owner, handle)
      const record = await recordOf(owner)
      const found = record && restorable(record)
      if (!found) throw new VaultRefusal('needs-recovery')
      const { share, imported } = found
      const wallets = found.wallets.length > 0 ? found.wallets : (first.places ?? [])
      const shares = [
        { key: await store.deviceKey(), kind: 'device-share', envelope: share.share },
        sealedRecovery(keys, share.recovery.share),
      ] as const
      return withShares(owner, share, shares, (seed, entropy) =>
        registration(owner, seed, entropy, keys, wallets, async setId => {
          const [held] = imported
          if (wallets.length > 0) return []
          if (first.brought) return [await sealBrought(seed, owner, setId, first.brought)]
          return held ? [await registeredImport(seed, { owner, setId }, held)] : []
        }),
      )
    },

    addWallet: (owner: SetOwner, place: WalletPlace): Promise<AddWalletRequest> =>
      withEntropy(owner, async (seed, _entropy, { setId }) =>
        proven(seed, owner, 'add-wallet', {
          set_id: setId,
          wallet: await registered(seed, owner, setId, place),
        }),
      ),

    /**
     * A key that was brought, sealed by the set's seed: whatever opens the set opens it.
     * @throws VaultRefusal `invalid-key`, `invalid-words`, `other-address`; `locked` where its recipient is forgotten
     */
    addImported: (owner: SetOwner, brought: BroughtKey): Promise<AddImportedRequest> =>
      withEntropy(owner, async (seed, _entropy, { setId }) =>
        proven(seed, owner, 'add-imported', {
          set_id: setId,
          wallet: await sealBrought(seed, owner, setId, brought),
        }),
      ),

    /**
     * A wallet's key or the words that it is of, encrypted for the document that shows it.
     * @throws VaultRefusal `no-words` for the words of a key that was brought; `not-this-wallet`, `needs-envelope`
     */
    exportKey: (
      owner: SetOwner,
      wallet: VaultWallet,
      secret: ExportedSecret,
      recipient: string,
    ): Promise<HpkeSealed> =>
      withEntropy(owner, async (seed, entropy, auth) => {
        if (secret === 'seed-phrase' && wallet.walletIndex === null) throw new VaultRefusal('no-words')
        const family = await KEY_FAMILIES[wallet.chainType]()
        // The words too are of the wallet that the person proved a way in for.
        const key = await keyBytes(owner, wallet, family, auth, seed)
        try {
          return await sealExport(
            recipient,
            secret === 'seed-phrase' ? mnemonicBytes(entropy) : family.writeKey(key),
          )
        } finally {
          key.fill(0)
        }
      }),

    /** @param replaces the sharing of the recovery share that the server has now */
    changeRecovery: (owner: SetOwner, handle: string, replaces: string): Promise<ChangeRecoveryRequest> =>
      withEntropy(owner, async (seed, entropy, { setId }) => {
        const keys = requirePrepared(owner, handle)
        const changed = await shareAnew(owner, setId, entropy, keys, true)
        return proven(seed, owner, 'change-recovery', { set_id: setId, replaces, ...changed })
      }),

    /** The server has this sharing: its share is the device's from here on. */
    async confirm(owner: SetOwner, sharingId: string, told: HeldWallets): Promise<void> {
      const record = await recordOf(owner)
      if (record) await writeRecord(owner, withWallets(record, sharingId, told))
    },

    /** The server refused this sharing for good: the share before it is the device's again. */
    async discard(owner: SetOwner, sharingId: string): Promise<void> {
      const record = await recordOf(owner)
      if (record?.current.sharingId !== sharingId || record.current.state !== 'pending') return
      unlocked.delete(idOf(owner))
      await writeRecord(owner, withoutCurrent(record))
    },

    /** Performs a request of `RPC_REQUESTS` with the key of one wallet, as the server's signer does. */
    async perform(owner: SetOwner, wallet: VaultWallet, request: unknown): Promise<unknown> {
      const family = await KEY_FAMILIES[wallet.chainType]()
      // The browser decrypts on another thread; meanwhile the request is read and hashed here.
      const opening = walletKey(owner, wallet, family)
      // Its refusal is heard below, after the request's own.
      opening.catch(() => {})
      try {
        const sign = await family.prepare(readRequest(wallet.chainType, request), wallet.address)
        return await sign(await opening)
      } catch (error) {
        throw error instanceof VaultRefusal ? error : new VaultRefusal('unsupported-request')
      } finally {
        await opening.then(wipe, () => {})
      }
    },

    /** Forgets what is in memory; what is on the disk opens for a new login of the same user only. */
    lock() {
      era += 1
      unlocked.clear()
      prepared.clear()
      recipients.forget()
      siteKeyRecipients.forget()
      importRecipients.forget()
    },
  }
}
export type SetVault = ReturnType<typeof createSetVault>
