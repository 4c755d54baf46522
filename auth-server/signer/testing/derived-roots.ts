import { type Keyring, keyringOf } from '../keyring.ts'
import { holdMasterKey, type MasterKey } from '../master-key.ts'
import { type RootSet, takeOver } from '../root-set.ts'
import { sealRoots } from '../sealed-roots.ts'

/** A master key as the operator's own signer holds it; the caller keeps its bytes. */
export const heldKey = (masterKey: Buffer): MasterKey => holdMasterKey(Buffer.from(masterKey), true)

/** What releases before derived of a master key. */
export function derivedSet(masterKey: Buffer): RootSet {
  const { whole, id } = heldKey(masterKey)
  if (!whole) throw new Error('The key was not kept')
  return takeOver(whole, id)
}

/** The same as the database has it after it was taken over. */
export const derivedRoots = (masterKey: Buffer): string =>
  sealRoots(heldKey(masterKey), derivedSet(masterKey))

export const deriveKeyring = (masterKey: Buffer): Keyring => keyringOf(derivedSet(masterKey))
