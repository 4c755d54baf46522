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
