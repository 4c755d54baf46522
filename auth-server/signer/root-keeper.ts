import { type Keyring, keyringOf } from './keyring.ts'
import type { MasterKey } from './master-key.ts'
import { SignerRefusal } from './refusal.ts'
import { ENVELOPE_LABELS, wipe } from './root-set.ts'
import { openRoots } from './sealed-roots.ts'

/** A row that was read before it was sealed anew is opened for this long after its key went. */
export const LAST_OPENINGS_MS = 60_000

/** Which set of roots this process works with. It takes one from outside, and makes none for who is not the operator. */
export interface RootKeeper {
  /** @throws SignerRefusal `no_roots` before one was opened */
  keyring(): Keyring
  /** Of the master keys that this process was given, the first one seals. */
  readonly masterKeys: readonly MasterKey[]
  /** Its generation; `null` before one was opened. */
  generation(): number | null
  /**
   * Takes a set, of the same installation and no earlier one: who took over the API process could have new secrets sealed under
   * a key that was retired.
   * @returns the generation that this process works with
   * @throws SignerRefusal of `openRoots`; `stale_roots`
   */
  take(sealed: string): number
}

export function createRootKeeper(masterKeys: readonly MasterKey[]): RootKeeper {
  let held: { readonly id: string; readonly generation: number; readonly keyring: Keyring } | null = null
  return {
    masterKeys,
    generation: () => held?.generation ?? null,
    keyring() {
      if (!held) throw new SignerRefusal('no_roots', 'The signer has not been given its roots yet.')
      return held.keyring
    },
    take(sealed) {
      const set = openRoots(masterKeys, sealed)
      try {
        const { id, generation } = set
        if (held && held.id !== id)
          throw new SignerRefusal('stale_roots', 'The set of roots is another installation’s.')
        if (held && generation < held.generation)
          throw new SignerRefusal('stale_roots', 'The set of roots is an earlier one.')
        if (generation !== held?.generation)
          held = { id, generation, keyring: openingOld(keyringOf(set), held?.keyring) }
        return generation
      } finally {
        wipe(set)
      }
    },
  }
}

/** The new keys, and for a while the old ones besides: to open, never to seal. */
function openingOld(keyring: Keyring, before: Keyring | undefined): Keyring {
  if (!before) return keyring
  const opening = { ...keyring }
  for (const name of Object.keys(ENVELOPE_LABELS) as (keyof typeof ENVELOPE_LABELS)[]) {
    const { current, byId } = keyring[name]
    const all = new Map([...before[name].byId, ...byId])
    opening[name] = { current, byId: all }
    setTimeout(() => {
      for (const id of all.keys()) if (!byId.has(id)) all.delete(id)
    }, LAST_OPENINGS_MS).unref()
  }
  return opening
}
