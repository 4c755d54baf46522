/**
 * Hybrid Public Key Encryption (RFC 9180): mode base, one message for each encapsulated key, with DHKEM(P-256,
 * HKDF-SHA256), HKDF-SHA256 and AES-256-GCM where no other AEAD is given. By WebCrypto, so that a browser's worker and Node run the same lines; every
 * step has the RFC's name for it.
 */

/** The AEAD of a suite (RFC 9180 §7.3). */
export interface Aead {
  readonly id: number
  /** `Nk`, bytes. */
  readonly keyBytes: number
  seal(message: AeadMessage): Promise<Uint8Array> | Uint8Array
  /** It throws when the tag does not hold. */
  open(message: AeadMessage): Promise<Uint8Array> | Uint8Array
}
/** One message under one key, which is used for it alone. */
export interface AeadMessage {
  readonly key: Uint8Array<ArrayBuffer>
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly aad: Uint8Array<ArrayBuffer>
  readonly text: Uint8Array<ArrayBuffer>
}
/** AES-GCM by WebCrypto. */
export const aesGcm = (id: number, keyBytes: number): Aead => {
  const run = async (operation: 'encrypt' | 'decrypt', { key, nonce, aad, text }: AeadMessage) => {
    const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, [operation])
    const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: aad }
    return new Uint8Array(await crypto.subtle[operation](algorithm, imported, text))
  }
  return { id, keyBytes, seal: message => run('encrypt', message), open: message => run('decrypt', message) }
}
export const AES_256_GCM = aesGcm(2, 32)

/** `Npk` and `Nenc`: an uncompressed P-256 point (SEC 1 §2.3.3). */
export const PUBLIC_KEY_BYTES = 65

const KEM_ID = 0x0010
const KDF_ID = 0x0001
const HASH_BYTES = 32
const NONCE_BYTES = 12

type Bytes = Uint8Array<ArrayBuffer>

/** What both sides know: `info` says what the encryption is for, `aad` what the message belongs to. */
export interface HpkeContext {
  readonly info: Uint8Array
  readonly aad: Uint8Array
}

/** Who opens: the public key, and Diffie-Hellman with the private one, wherever that is kept. */
export interface HpkeRecipient {
  /** `pkRm` */
  readonly publicKey: Uint8Array
  /** @param enc `PUBLIC_KEY_BYTES`; it throws for what is no point of the curve. @returns the x-coordinate, 32 bytes */
  dh(enc: Uint8Array): Uint8Array | Promise<Uint8Array>
  /** Left out: by WebCrypto, which takes a thread for each of the seven. */
  readonly hmac?: Hmac
}

/** HMAC-SHA256. */
type Hmac = (key: Uint8Array, message: Bytes) => Uint8Array | Promise<Uint8Array>

/**
 * `SealBase` (§6.1): encrypts to a public key.
 * @param ephemeral for the RFC's test vectors alone: each message takes a fresh key
 * @returns `enc`, then the ciphertext
 * @throws DOMException for what is no point of the curve
 */
export async function hpkeSeal(
  recipient: Uint8Array,
  context: HpkeContext,
  plaintext: Uint8Array,
  { ephemeral, aead = AES_256_GCM }: { readonly ephemeral?: CryptoKeyPair; readonly aead?: Aead } = {},
): Promise<Bytes> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const { privateKey, publicKey } =
    ephemeral ?? (await crypto.subtle.generateKey(curve, false, ['deriveBits']))
  const enc = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const theirs = await crypto.subtle.importKey('raw', copy(recipient), curve, false, [])
  const dh = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 8 * HASH_BYTES),
  )
  const { key, nonce } = await keySchedule(
    webHmac,
    aead,
    await sharedSecret(webHmac, dh, enc, recipient),
    context.info,
  )
  const text = copy(plaintext)
  try {
    return join(enc, await aead.seal({ key, nonce, aad: copy(context.aad), text }))
  } finally {
    text.fill(0)
  }
}

/** `OpenBase` (§6.1). @returns `null` for what was not sealed for this recipient, purpose and belonging. */
export async function hpkeOpen(
  recipient: HpkeRecipient,
  context: HpkeContext,
  sealed: Uint8Array,
  aead: Aead = AES_256_GCM,
): Promise<Bytes | null> {
  const enc = sealed.subarray(0, PUBLIC_KEY_BYTES)
  if (enc.length !== PUBLIC_KEY_BYTES || enc[0] !== 0x04) return null
  try {
    const { publicKey, hmac = webHmac } = recipient
    const secret = await sharedSecret(hmac, await recipient.dh(enc), enc, publicKey)
    const { key, nonce } = await keySchedule(hmac, aead, secret, context.info)
    const text = copy(sealed.subarray(PUBLIC_KEY_BYTES))
    const opened = await aead.open({ key, nonce, aad: copy(context.aad), text })
    try {
      return copy(opened)
    } finally {
      opened.fill(0)
    }
  } catch {
    // All that is thrown here is about what came: no point of the curve, or a tag that does not hold.
    return null
  }
}

/** `ExtractAndExpand` (§4.1) */
async function sharedSecret(
  hmac: Hmac,
  dh: Uint8Array,
  enc: Uint8Array,
  publicKey: Uint8Array,
): Promise<Uint8Array> {
  const suite = join(text('KEM'), number16(KEM_ID))
  const prk = await labeledExtract(hmac, suite, new Uint8Array(), 'eae_prk', dh)
  return labeledExpand(hmac, suite, prk, 'shared_secret', join(enc, publicKey), HASH_BYTES)
}

/** `KeySchedule` (§5.1) of mode base, without what nobody exports. */
async function keySchedule(hmac: Hmac, { id, keyBytes }: Aead, shared: Uint8Array, info: Uint8Array) {
  const none = new Uint8Array()
  const suite = join(text('HPKE'), number16(KEM_ID), number16(KDF_ID), number16(id))
  const pskIdHash = await labeledExtract(hmac, suite, none, 'psk_id_hash', none)
  const infoHash = await labeledExtract(hmac, suite, none, 'info_hash', info)
  const context = join(Uint8Array.of(0), pskIdHash, infoHash)
  const secret = await labeledExtract(hmac, suite, shared, 'secret', none)
  const key = copy(await labeledExpand(hmac, suite, secret, 'key', context, keyBytes))
  return { key, nonce: copy(await labeledExpand(hmac, suite, secret, 'base_nonce', context, NONCE_BYTES)) }
}

/** `LabeledExtract` (§4); HKDF-Extract is HMAC with the salt as its key (RFC 5869 §2.2). */
const labeledExtract = (hmac: Hmac, suite: Uint8Array, salt: Uint8Array, label: string, ikm: Uint8Array) =>
  hmac(salt.length > 0 ? salt : new Uint8Array(HASH_BYTES), join(text('HPKE-v1'), suite, text(label), ikm))

/** `LabeledExpand` (§4) of at most one block, which all lengths of this suite are (RFC 5869 §2.3). */
async function labeledExpand(
  hmac: Hmac,
  suite: Uint8Array,
  prk: Uint8Array,
  label: string,
  info: Uint8Array,
  length: number,
): Promise<Uint8Array> {
  const labeled = join(number16(length), text('HPKE-v1'), suite, text(label), info, Uint8Array.of(1))
  return (await hmac(prk, labeled)).subarray(0, length)
}

async function webHmac(key: Uint8Array, message: Bytes): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', copy(key), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}

const number16 = (value: number) => Uint8Array.of(value >> 8, value & 0xff)
const text = (value: string) => new TextEncoder().encode(value)
const copy = (bytes: Uint8Array): Bytes => Uint8Array.from(bytes)

function join(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
