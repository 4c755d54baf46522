/**
 * The vault: the only holder of the device's key. The server answers this file with `default-src 'none'`, so the browser
 * itself keeps it off the network; no module imported here touches network or DOM.
 */
import { expose } from 'comlink'
import { createDeviceKeyStore } from './device-key.ts'
import { createVault } from './vault.ts'

expose(
  createVault(createDeviceKeyStore(self.name), async () => {
    const [{ createSetVault }, { createShareStore }] = await Promise.all([
      import('./set/set-vault.ts'),
      import('./set/share-store.ts'),
    ])
    return createSetVault(createShareStore())
  }),
)
