import { base64urlBytes, base64urlText } from '@vitrine/shared/encoding.ts'
import type { Recovery } from '@vitrine/shared/wallet/embedded.ts'
import type { RecoverySource } from './recovery-key.ts'
import { VaultRefusal } from './refusal.ts'

/**
 * What opens a recovery besides the provider's part, as the frame brings it. The site's own key comes as the server sealed it for
 * this worker, and is in the clear nowhere else.
 */
export type GivenSecret =
  /** `salt: null`: a new passcode. */
  | { readonly method: 'user-passcode'; readonly text: string; readonly salt: string | null }
  | { readonly method: 'google-drive'; readonly secret: string; readonly fileId: string }
  | { readonly method: 'icloud'; readonly secret: string; readonly recordName: string }
  | {
      readonly method: 'passkey'
      readonly secret: string
      readonly credentialId: string
      readonly salt: string
    }
  | { readonly method: 'recovery-encryption-key'; readonly recipient: string; readonly sealed: string }

type WithoutShare<Kind> = Kind extends unknown ? Omit<Kind, 'share' | 'verifier'> : never
/** A recovery without what is secret of it. */
export type RecoveryKind = WithoutShare<Recovery>

/** Bytes of a secret that another party keeps. */
const SECRET_BYTES = 32

export interface ReadSecret {
  readonly kind: RecoveryKind
  /** The caller wipes its bytes. */
  readonly source: RecoverySource | null
}

/**
 * @param openSealed opens what the server sealed for this worker
 * @throws VaultRefusal `damaged` for a secret or a salt of another length; `unsupported-request` for another method
 */
export async function readSecret(
  given: GivenSecret | null,
  openSealed: (recipient: string, sealed: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<ReadSecret> {
  if (given === null) return { kind: { method: 'privy' }, source: null }
  switch (given.method) {
    case 'user-passcode': {
      const { method, text } = given
      const salt = saltBytes(given.salt)
      return { kind: { method, salt: base64urlText(salt) }, source: { method, text, salt } }
    }
    case 'google-drive': {
      const { method, fileId } = given
      return { kind: { method, file_id: fileId }, source: { method, secret: exactly(given.secret) } }
    }
    case 'icloud': {
      const { method, recordName } = given
      return {
        kind: { method, icloud_record_name: recordName },
        source: { method, secret: exactly(given.secret) },
      }
    }
    case 'passkey': {
      const { method, credentialId, salt } = given
      return {
        kind: { method, salt, credential_id: credentialId },
        source: { method, secret: exactly(given.secret) },
      }
    }
    case 'recovery-encryption-key': {
      const { method, recipient, sealed } = given
      return { kind: { method }, source: { method, secret: await openSealed(recipient, sealed) } }
    }
    default:
      // The frame is believed in nothing that it says of a method.
      throw new VaultRefusal('unsupported-request')
  }
}

function exactly(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = base64urlBytes(secret)
  if (bytes?.length === SECRET_BYTES) return bytes
  bytes?.fill(0)
  throw new VaultRefusal('damaged')
}

/** @param salt base64url of 16 bytes; `null` makes one */
function saltBytes(salt: string | null): Uint8Array {
  if (salt === null) return crypto.getRandomValues(new Uint8Array(16))
  const bytes = base64urlBytes(salt)
  if (bytes?.length !== 16) throw new VaultRefusal('damaged')
  return bytes
}
