import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { base64Bytes, base64Text } from '../encoding.ts'
import type { HpkeSealed } from '../wallet/import-export.ts'
import {
  AES_256_GCM,
  type Aead,
  type HpkeContext,
  type HpkeRecipient,
  hpkeOpen,
  hpkeSeal,
  PUBLIC_KEY_BYTES,
} from './hpke.ts'

/**
 * Keys on their way in and out (contract §6.3): HPKE with ChaCha20-Poly1305, which WebCrypto does not have; what is brought may
 * be encrypted with AES-256-GCM too. Public keys are base64 SPKI, the encapsulated key and the ciphertext base64 apart.
 */
export const CHACHA20_POLY1305: Aead = {
  id: 3,
  keyBytes: 32,
  seal: ({ key, nonce, aad, text }) => chacha20poly1305(key, nonce, aad).encrypt(text),
  open: ({ key, nonce, aad, text }) => chacha20poly1305(key, nonce, aad).decrypt(text),
}
const AEADS = { CHACHA20_POLY1305, AES_GCM256: AES_256_GCM } as const
export type AeadName = keyof typeof AEADS

const NO_CONTEXT: HpkeContext = { info: new Uint8Array(), aad: new Uint8Array() }

/** SubjectPublicKeyInfo of an uncompressed P-256 point (RFC 5480 §2), without the point. */
const SPKI_HEAD = Uint8Array.of(
  ...[0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01],
  ...[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00],
)

/** @param point uncompressed P-256 (SEC 1 §2.3.3). @returns base64 */
export function spkiText(point: Uint8Array): string {
  const spki = new Uint8Array(SPKI_HEAD.length + point.length)
  spki.set(SPKI_HEAD)
  spki.set(point, SPKI_HEAD.length)
  return base64Text(spki)
}

/** @returns the uncompressed point, which need not be on the curve; `null` for what is no SPKI of one */
export function spkiPoint(spki: string): Uint8Array | null {
  const bytes = base64Bytes(spki)
  if (bytes?.length !== SPKI_HEAD.length + PUBLIC_KEY_BYTES) return null
  return SPKI_HEAD.every((byte, at) => bytes[at] === byte) ? bytes.subarray(SPKI_HEAD.length) : null
}

/**
 * Encrypts a key for who holds the private half of `recipient`.
 * @param recipient base64 SPKI. @throws TypeError | DOMException when it is none
 */
export async function sealKey(
  recipient: string,
  key: Uint8Array,
  context: HpkeContext = NO_CONTEXT,
): Promise<HpkeSealed> {
  const point = spkiPoint(recipient)
  if (!point) throw new TypeError('The recipient is no P-256 public key.')
  const sealed = await hpkeSeal(point, context, key, { aead: CHACHA20_POLY1305 })
  return {
    ciphertext: base64Text(sealed.subarray(PUBLIC_KEY_BYTES)),
    encapsulated_key: base64Text(sealed.subarray(0, PUBLIC_KEY_BYTES)),
  }
}

export interface KeyTransport {
  readonly aead?: AeadName | undefined
  readonly context?: HpkeContext
}

/** @returns the key, which the caller wipes; `null` for what was not encrypted for this recipient and context */
export async function openKey(
  recipient: HpkeRecipient,
  { ciphertext, encapsulated_key: encapsulated }: HpkeSealed,
  { aead = 'CHACHA20_POLY1305', context = NO_CONTEXT }: KeyTransport = {},
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [enc, text] = [base64Bytes(encapsulated), base64Bytes(ciphertext)]
  if (enc?.length !== PUBLIC_KEY_BYTES || !text) return null
  const sealed = new Uint8Array(PUBLIC_KEY_BYTES + text.length)
  sealed.set(enc)
  sealed.set(text, PUBLIC_KEY_BYTES)
  return hpkeOpen(recipient, context, sealed, AEADS[aead])
}

/** A recipient for one answer, whose private key WebCrypto holds and nobody reads out. */
export async function makeRecipient(): Promise<HpkeRecipient & { readonly spki: string }> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return {
    publicKey,
    spki: spkiText(publicKey),
    async dh(enc) {
      const theirs = await crypto.subtle.importKey('raw', Uint8Array.from(enc), curve, false, [])
      return new Uint8Array(
        await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, pair.privateKey, 256),
      )
    },
  }
}
