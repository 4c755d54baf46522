import { createHmac, randomBytes } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import type { Custody } from './custody.ts'
import type { Proven } from './proof/proof.ts'

const ID_BYTES = 18

/**
 * The id of the user whom a proven identity makes: `user_` and 18 bytes, base64url.
 *
 * Where the proof shows that its identity is held (`namesUser`), they are of an HMAC-SHA256 over app, identity, month and
 * generation. After a database was restored that does not know the user, the same person gets the same id, and with it
 * the same wallets.
 *
 * Such an id may be one that was given out before, to somebody whom this identity opens no longer, and this process
 * cannot know: rows are the API process's. So
 * 1. the API process raises `generation` where the id is taken, and
 * 2. the month is this process's own: who takes over the API process later cannot ask for the ids of months ago.
 *
 * @param generation `undefined`: the id is random, as that of a passkey or of a test account's user always is.
 */
export function newUserId(custody: Custody, proven: Proven, generation: number | undefined): string {
  if (!proven.namesUser || generation === undefined)
    return `user_${randomBytes(ID_BYTES).toString('base64url')}`
  const { appId, identity } = proven
  const { type, subject } = identity
  const month = custody.restoredMonth ?? new Date(custody.now()).toISOString().slice(0, 'YYYY-MM'.length)
  const digest = createHmac('sha256', custody.keyring.userId)
    .update(canonicalJson({ appId, type, subject, month, generation }), 'utf8')
    .digest()
  return `user_${digest.subarray(0, ID_BYTES).toString('base64url')}`
}
