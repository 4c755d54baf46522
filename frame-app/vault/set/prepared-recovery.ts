import { base64urlBytes } from '@vitrine/shared/encoding.ts'
import { VaultRefusal } from './refusal.ts'
import type { SealedShare } from './split.ts'

/** Keys for the shares of one owner's set, made once of what the server gave and what the person typed. */
export interface Prepared {
  /** `<app id>/<user id>` */
  readonly owner: string
  readonly authKey: CryptoKey
  readonly recoveryKey: CryptoKey
  readonly recovery:
    | { readonly method: 'privy' }
    | { readonly method: 'user-passcode'; readonly salt: string }
  readonly verifier: string
}

/** A recovery share that does not open: with a passcode it was another one; the automatic key is never typed wrong. */
export const sealedRecovery = ({ recoveryKey: key, recovery }: Prepared, envelope: string): SealedShare => ({
  key,
  kind: 'recovery-share',
  envelope,
  mismatch: recovery.method === 'privy' ? 'damaged' : 'wrong-recovery-key',
})

/** @param salt base64url of 16 bytes; `null` makes one */
export function saltBytes(salt: string | null): Uint8Array {
  if (salt === null) return crypto.getRandomValues(new Uint8Array(16))
  const bytes = base64urlBytes(salt)
  if (bytes?.length !== 16) throw new VaultRefusal('damaged')
  return bytes
}
