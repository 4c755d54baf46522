import type { Remote } from 'comlink'
import type { VaultClient } from '../client.ts'
import { type DeviceKeyStore, generateDeviceKey } from '../device-key.ts'
import { createVault, type Vault } from '../vault.ts'

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

/** The real vault without its worker. */
export function createInProcessVault(): VaultClient & { readonly vault: Vault } {
  const vault = createVault(createMemoryKeyStore())
  return { vault, use: operation => operation(vault as unknown as Remote<Vault>) }
}
