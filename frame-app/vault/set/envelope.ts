import { base64urlBytes, base64urlText } from '@vitrine/shared/encoding.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { VaultRefusal } from './refusal.ts'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** What an envelope of a share belongs to. A share of another user, app, set, sharing or kind does not open in its place. */
export interface ShareContext {
  readonly kind: 'device-share' | 'auth-share' | 'recovery-share'
  readonly appId: string
  readonly userId: string
  readonly setId: string
  readonly sharingId: string
}

/** What the envelope of a key that was brought belongs to. */
export interface ImportedKeyContext {
  readonly kind: 'imported-key'
  readonly appId: string
  readonly userId: string
  readonly setId: string
  readonly chainType: 'ethereum' | 'solana'
  readonly address: string
}
type Context = ShareContext | ImportedKeyContext

/**
 * Seals a share, or a key that was brought, as `v1.<iv>.<ciphertext and tag>` (each base64url): AES-256-GCM with a fresh 96-bit random IV (NIST SP
 * 800-38D §8.2.2). Version and context are authenticated.
 */
export async function seal(
  key: CryptoKey,
  context: Context,
  secret: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bound(context) },
    key,
    secret,
  )
  return [VERSION, base64urlText(iv), base64urlText(new Uint8Array(sealed))].join('.')
}

/**
 * Opens an envelope that was sealed for exactly this context. The caller wipes the bytes that it gets.
 * @param mismatch what it means that the key does not open it
 * @throws VaultRefusal `newer-version`, `damaged`, or `mismatch`
 */
export async function open(
  key: CryptoKey,
  context: Context,
  envelope: string,
  mismatch: 'damaged' | 'wrong-recovery-key' = 'damaged',
): Promise<Uint8Array<ArrayBuffer>> {
  const [version = '', iv = '', sealed = '', ...rest] = envelope.split('.')
  if (version !== VERSION) throw new VaultRefusal(/^v[1-9]\d*$/.test(version) ? 'newer-version' : 'damaged')
  const ivBytes = base64urlBytes(iv)
  const sealedBytes = base64urlBytes(sealed)
  if (ivBytes?.length !== IV_BYTES || !sealedBytes || sealedBytes.length <= TAG_BYTES || rest.length > 0)
    throw new VaultRefusal('damaged')
  try {
    const algorithm = { name: 'AES-GCM', iv: ivBytes, additionalData: bound(context) }
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealedBytes))
  } catch {
    throw new VaultRefusal(mismatch)
  }
}

/** AES-256-GCM from 32 bytes, which are wiped; the key cannot be exported. */
export async function shareKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  } finally {
    bytes.fill(0)
  }
}

const bound = (context: Context) => new TextEncoder().encode(`${VERSION}.${canonicalJson(context)}`)
