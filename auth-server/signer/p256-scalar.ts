import { createHmac } from 'node:crypto'

const SUITE = Buffer.from([0x4b, 0x45, 0x4d, 0x00, 0x10]) // "KEM", then DHKEM(P-256, HKDF-SHA256)
const KEY_BYTES = 32

/**
 * The private scalar of `DeriveKeyPair` (RFC 9180 §7.1.3): the same for the same key material, so that nothing needs to be
 * stored. Each candidate is wiped after `use`.
 * @param ikm at least 32 random bytes; the caller wipes them
 * @param use throws for what is no scalar of the curve, once in 2^32: the next candidate is taken
 */
export function withScalar<T>(ikm: Uint8Array, use: (scalar: Buffer) => T): T {
  const prk = hmac(Buffer.alloc(KEY_BYTES), labeled('dkp_prk', ikm))
  try {
    for (let counter = 0; counter < 256; counter++) {
      const scalar = expand(prk, counter)
      try {
        return use(scalar)
      } catch {
      } finally {
        scalar.fill(0)
      }
    }
  } finally {
    prk.fill(0)
  }
  throw new RangeError('No key pair comes from this key material')
}

const expand = (prk: Buffer, counter: number): Buffer =>
  hmac(prk, Buffer.from([0, KEY_BYTES, ...labeled('candidate', Buffer.from([counter])), 1]))

const labeled = (label: string, value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('HPKE-v1'), SUITE, Buffer.from(label), value])

const hmac = (key: Buffer, message: Buffer): Buffer => createHmac('sha256', key).update(message).digest()
