import { createVaultClient } from './client.ts'
import { spawnVaultWorker } from './spawn-worker.ts'

/** The client of this page's vault worker. */
export const startVault = (appId: string) => createVaultClient(() => spawnVaultWorker(appId))
