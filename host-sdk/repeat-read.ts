import { isRead } from '@vitrine/shared/bridge/policies.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** How often a read is sent again when each time the frame is lost before it answers. */
const MAX_REPEATS = 3

/**
 * Asks again what was in flight when the frame was lost, if it only reads. Of anything else nobody knows whether it was
 * carried out: it is sent once.
 *
 * @param method of EIP-1193
 * @param ask waits for a frame that is up, and sends
 * @throws `error`, what `ask` failed with, or what it fails with in the end
 */
export async function repeatRead<T>(error: VitrineError, method: string, ask: () => Promise<T>): Promise<T> {
  let last = error
  for (let left = MAX_REPEATS; left && last.code === 'connection_lost' && isRead(method); left--)
    try {
      return await ask()
    } catch (thrown) {
      last = thrown as VitrineError
    }
  throw last
}
