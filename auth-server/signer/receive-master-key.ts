import type { Readable } from 'node:stream'
import { MASTER_KEY_BYTES } from './keyring.ts'

/**
 * Reads exactly 32 bytes and leaves the stream flowing, so that its end is noticed.
 * Chunks are wiped after they were copied.
 *
 * @throws Error when the stream ends early or brings more.
 */
export function receiveMasterKey(input: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Not from Node's pool, which other buffers share.
    const key = Buffer.alloc(MASTER_KEY_BYTES)
    let filled = 0
    input.on('data', (chunk: Buffer) => {
      const fits = chunk.length <= MASTER_KEY_BYTES - filled
      if (fits) filled += chunk.copy(key, filled)
      chunk.fill(0)
      if (!fits) {
        key.fill(0)
        reject(new Error('The master key must have exactly 32 bytes.'))
      } else if (filled === MASTER_KEY_BYTES) resolve(key)
    })
    input.once('end', () => reject(new Error('The master key must have exactly 32 bytes.')))
  })
}
