import type { Remote } from 'comlink'
import type { VaultClient } from '../client.ts'
import { type DeviceKeyStore, generateDeviceKey } from '../device-key.ts'
import { createSetVault } from '../set/set-vault.ts'
import type { ShareStore } from '../set/share-store.ts'
import { createVault, type Vault } from '../vault.ts'
import { MemoryShareStore } from './set-fixtures.ts'

/** A key store without a browser: real WebCrypto keys, kept in memory. */
export function createMemoryKeyStore(): DeviceKeyStore {
  let pair: Promise<CryptoKeyPair> | undefined
  return {
    obtain() {
      pair ??= generateDeviceKey()
      return pair
    },
    async forget() {
      pair = undefined
    },
  }
}

/** The real vault without its worker. @param shares the device's disk */
export function createInProcessVault(
  shares: ShareStore = new MemoryShareStore(),
): VaultClient & { readonly vault: Vault } {
  const vault = createVault(createMemoryKeyStore(), async () => createSetVault(shares))
  return {
    vault,
    use: operation => operation(vault as unknown as Remote<Vault>),
  }
}
