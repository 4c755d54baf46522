import type { Readable } from 'node:stream'
import { MASTER_KEY_BYTES } from './master-key.ts'

/** How much of what comes: nothing in it is secret. */
export interface ToldSecrets {
  readonly masterKeys: number
  /** Bytes of the sealed roots; 0: they come later, by an operation. */
  readonly rootsLength: number
}

export interface ReceivedSecrets {
  /** The one that seals first. */
  readonly masterKeys: readonly Buffer[]
  readonly sealedRoots: string | null
}

/**
 * Reads exactly what was told and leaves the stream flowing, so that its end is noticed. Chunks are wiped after they were copied.
 * @throws Error when the stream ends early or brings more
 */
export function receiveSecrets(
  input: Readable,
  { masterKeys, rootsLength }: ToldSecrets,
): Promise<ReceivedSecrets> {
  return new Promise((resolve, reject) => {
    const wanted = masterKeys * MASTER_KEY_BYTES + rootsLength
    // Not from Node's pool, which other buffers share.
    const all = Buffer.alloc(wanted)
    let filled = 0
    input.on('data', (chunk: Buffer) => {
      const fits = chunk.length <= wanted - filled
      if (fits) filled += chunk.copy(all, filled)
      chunk.fill(0)
      if (!fits) {
        all.fill(0)
        reject(new Error('The signer was given more than its keys.'))
      } else if (filled === wanted) resolve(divide(all, masterKeys))
    })
    input.once('end', () => reject(new Error('The signer was not given its keys.')))
  })
}

/** The keys are parts of what was read: who wipes them leaves nothing of them. */
function divide(all: Buffer, masterKeys: number): ReceivedSecrets {
  const end = masterKeys * MASTER_KEY_BYTES
  const keys = Array.from({ length: masterKeys }, (_, index) =>
    all.subarray(index * MASTER_KEY_BYTES, (index + 1) * MASTER_KEY_BYTES),
  )
  return { masterKeys: keys, sealedRoots: all.length === end ? null : all.toString('latin1', end) }
}
