import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import { createShareStore, placeOf } from './share-store.ts'

/**
 * Deletes a user's shares from this device's disk: with the user their other shares are gone, so these open nothing any more. Any
 * document of the wallet origin can, not the vault alone: each share is encrypted, and none is read.
 * @returns whether they are gone from the disk
 */
export const forgetShares = (owner: SetOwner): Promise<boolean> =>
  createShareStore().write(placeOf(owner), null)
