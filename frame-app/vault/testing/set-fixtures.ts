import { createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { SHARE_KEY_PURPOSES, type ShareKeyPurpose } from '@vitrine/shared/wallet/embedded.ts'
import { CompactEncrypt } from 'jose'
import type { DeviceRecord } from '../set/device-record.ts'
import type { GivenSecret } from '../set/given-secret.ts'
import type { ReleasedKeys, SetVault } from '../set/set-vault.ts'
import type { ShareStore } from '../set/share-store.ts'

export const OWNER = { appId: 'app_test', userId: 'user_1' }

/** A device's disk in memory, with a real key; it may be made to refuse, as a browser does. */
export class MemoryShareStore implements ShareStore {
  readonly records = new Map<string, DeviceRecord>()
  refuses = false
  #key = generateKey()

  deviceKey() {
    return this.#key
  }
  /** As a browser that clears a part of what it keeps. */
  loseKey() {
    this.#key = generateKey()
  }
  async read(owner: string) {
    return structuredClone(this.records.get(owner)) ?? null
  }
  async write(owner: string, record: DeviceRecord | null) {
    if (record) this.records.set(owner, structuredClone(record))
    else this.records.delete(owner)
    return !this.refuses
  }
}

const generateKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const PLAIN = 'plain:'
/** A recipient that what is for it comes to in the clear. */
export const plainRecipient = (count: number): string => PLAIN + count

/** A compact JWE, as the signer encrypts to the vault. */
export async function sealFor(recipient: string, bytes: Uint8Array): Promise<string> {
  if (recipient.startsWith(PLAIN)) return Buffer.from(bytes).toString('base64url')
  const key = createPublicKey({ key: Buffer.from(recipient, 'base64'), format: 'der', type: 'spki' })
  return new CompactEncrypt(bytes).setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' }).encrypt(key)
}

/** The signer's part: keys of an owner, encrypted to whoever asks. */
export function createKeySource(master = randomBytes(32)) {
  const keyOf = (purpose: ShareKeyPurpose, userId = OWNER.userId) =>
    Buffer.from(hkdfSync('sha256', master, '', `${userId}/${purpose}`, 32))
  const release = async (
    recipient: string,
    purposes: readonly ShareKeyPurpose[],
    userId = OWNER.userId,
  ): Promise<ReleasedKeys> => {
    const keys = Buffer.concat(purposes.map(purpose => keyOf(purpose, userId)))
    return { recipient, keys: await sealFor(recipient, keys) }
  }
  return {
    release,
    keyOf,
    /** A prepared recovery, as the frame gets one. */
    async prepare(vault: SetVault, given: GivenSecret | null = null) {
      const released = await release(await vault.recipient(), SHARE_KEY_PURPOSES)
      return vault.prepareRecovery(OWNER, released, given)
    },
    unlock: async (vault: SetVault, share: { setId: string; sharingId: string; authShare: string }) =>
      vault.unlock(OWNER, await release(await vault.recipient(), ['auth-share']), share),
  }
}
