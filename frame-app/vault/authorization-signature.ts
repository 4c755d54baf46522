import { base64Text } from '@vitrine/shared/encoding.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'

/**
 * Signs a wallet request (contract §6.2): RFC 8785, ECDSA P-256 over SHA-256, ASN.1 DER, base64.
 *
 * The payload is built again from the members the contract names, so that the bytes signed always start with `{`: the
 * device key also signs DPoP proofs, whose bytes start with `eyJ`, and neither can pass for the other.
 */
export async function signAuthorization(
  privateKey: CryptoKey,
  { version, method, url, body, headers }: AuthorizationPayload,
): Promise<string> {
  const canonical = canonicalJson({ version, method, url, body, headers })
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    privateKey,
    new TextEncoder().encode(canonical),
  )
  return base64Text(p1363ToDer(new Uint8Array(signature)))
}

/**
 * Turns an ECDSA signature as WebCrypto gives it (IEEE P1363: r ‖ s, fixed length) into the ASN.1 DER form that the
 * authorization signature has (contract §6.2): `SEQUENCE { r INTEGER, s INTEGER }`, X.690 §8.3.
 * @param signature 64 bytes for P-256
 */
export function p1363ToDer(signature: Uint8Array): Uint8Array {
  if (signature.length !== 64) throw new RangeError('A P-256 signature has 64 bytes.')
  const body = [...derInteger(signature.subarray(0, 32)), ...derInteger(signature.subarray(32))]
  // At most 2 × 35 bytes, so the short form of the length always does (X.690 §8.1.3.4).
  return Uint8Array.from([0x30, body.length, ...body])
}

function derInteger(bytes: Uint8Array): number[] {
  const firstNonZero = bytes.findIndex(byte => byte !== 0)
  const magnitude = firstNonZero === -1 ? [0] : [...bytes.subarray(firstNonZero)]
  // An INTEGER is signed: a leading one bit needs a zero byte before it.
  if ((magnitude[0] ?? 0) >= 0x80) magnitude.unshift(0)
  return [0x02, magnitude.length, ...magnitude]
}
