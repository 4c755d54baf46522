import { CompactEncrypt } from 'jose'
import { readDeviceKey } from './device-key.ts'

/**
 * Encrypts what only one vault or frame is to read (RFC 7516; ECDH-ES, RFC 7518 §4.6; A256GCM). Anybody can: what comes of it is
 * signed besides.
 * @param recipient a P-256 key that was made for this one answer, base64 SPKI
 * @returns a compact JWE
 * @throws SignerRefusal `invalid_authorization` when it is no P-256 key
 */
export function encryptForDevice(recipient: string, content: Uint8Array): Promise<string> {
  const sealed = new CompactEncrypt(content).setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
  return sealed.encrypt(readDeviceKey(recipient))
}
