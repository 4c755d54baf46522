import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

export const MASTER_KEY_BYTES = 32

export const MASTER_KEY_LABELS = {
  /** Not a key: names the master key, so that a wrong one is told apart from damage. */
  id: 'vitrine/key-id/v1',
  rootSet: 'vitrine/root-set/v1',
  rootSeed: 'vitrine/root-seed/v1',
  envelopeSeed: 'vitrine/envelope-seed/v1',
} as const

const ID_BYTES = 6

/** What the signer keeps of a master key: it opens and seals the set of roots, and nothing else. */
export interface MasterKey {
  readonly id: string
  readonly sealing: KeyObject
  /** The key itself: the operator's own signer takes over by it what earlier releases derived. `null` in the server's. */
  readonly whole: KeyObject | null
}

/**
 * Reads a master key and **wipes it**. What is kept lives outside of the JavaScript heap, as `KeyObject`.
 * @throws RangeError when it is not 32 bytes long
 */
export function holdMasterKey(bytes: Buffer, isOperators: boolean): MasterKey {
  if (bytes.length !== MASTER_KEY_BYTES) throw new RangeError('The master key must have exactly 32 bytes')
  const sealing = Buffer.from(hkdfSync('sha256', bytes, '', MASTER_KEY_LABELS.rootSet, 32))
  try {
    return {
      id: masterKeyId(bytes),
      sealing: createSecretKey(sealing),
      whole: isOperators ? createSecretKey(bytes) : null,
    }
  } finally {
    sealing.fill(0)
    bytes.fill(0)
  }
}

/** The name by which the database says what it is sealed under. It is no secret. */
export const masterKeyId = (bytes: Buffer): string =>
  Buffer.from(hkdfSync('sha256', bytes, '', MASTER_KEY_LABELS.id, ID_BYTES)).toString('base64url')
