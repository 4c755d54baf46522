import { ed25519 } from '@noble/curves/ed25519.js'
import type { SigningKey } from './kept-key.ts'

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410 §7). */
const PKCS8_PREFIX = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
])

export const ed25519PublicKey = (privateKey: Uint8Array): Uint8Array => ed25519.getPublicKey(privateKey)

/**
 * Ed25519 (RFC 8032): by the browser where it has it, which is several times faster, and by the library elsewhere.
 * @param privateKey 32 bytes, which the caller wipes, or the browser's handle of them
 * @returns 64 bytes
 */
export async function signEd25519(message: Uint8Array, privateKey: SigningKey): Promise<Uint8Array> {
  const key = privateKey instanceof Uint8Array ? await nativeEd25519(privateKey) : privateKey
  if (key === null) return ed25519.sign(message, privateKey as Uint8Array)
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message as Uint8Array<ArrayBuffer>))
}

/** A handle that signs and cannot be exported; `null` where the browser has no Ed25519 yet. */
export async function nativeEd25519(privateKey: Uint8Array): Promise<CryptoKey | null> {
  const pkcs8 = new Uint8Array(PKCS8_PREFIX.length + 32)
  pkcs8.set(PKCS8_PREFIX)
  pkcs8.set(privateKey, PKCS8_PREFIX.length)
  try {
    return await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
  } catch {
    return null
  } finally {
    pkcs8.fill(0)
  }
}
