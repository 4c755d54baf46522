import type { Database } from '../database/connect.ts'
import { logError } from '../log.ts'
import type { SignerClient } from '../signer/operations.ts'
import { loadTokenKeys, type TokenKeys } from './token-keys.ts'

/** Much less than a new key is published before it signs. */
const EVERY_MS = 5_000

export interface FollowedTokenKeys {
  /** As the database had them a moment ago. */
  keys(): TokenKeys
  stop(): void
}

/** Reads the token-signing keys, and again every few seconds: another process may have made one. */
export async function followTokenKeys(
  db: Database,
  signer: Pick<SignerClient, 'openTokenKey'>,
  everyMs = EVERY_MS,
): Promise<FollowedTokenKeys> {
  let keys = await loadTokenKeys(db, signer)
  const read = async () => {
    keys = await loadTokenKeys(db, signer, keys)
  }
  const timer = setInterval(
    () => void read().catch(error => logError('the look for new token keys', error)),
    everyMs,
  )
  timer.unref()
  return { keys: () => keys, stop: () => clearInterval(timer) }
}
