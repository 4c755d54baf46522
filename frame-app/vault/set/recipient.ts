import { base64Text } from '@vitrine/shared/encoding.ts'
import { compactDecrypt } from 'jose'
import { VaultRefusal } from './refusal.ts'

/** More than one page of a person asks for at once. */
const MAX_WAITING = 16

export interface Recipients {
  /** A P-256 public key for one answer of the server, base64 SPKI. */
  create(): Promise<string>
  /**
   * Opens the answer that was encrypted to a key of `create`, which is forgotten unless it is reused. The caller wipes the bytes.
   * @param length of what was encrypted
   * @throws VaultRefusal `locked` for a key that is not waiting, `damaged`
   */
  open(
    recipient: string,
    jwe: string,
    length: { readonly min: number; readonly max: number },
  ): Promise<Uint8Array<ArrayBuffer>>
  /** Answers that are on their way open no more. */
  forget(): void
}

/**
 * Key pairs that the worker keeps until their answer comes; the private halves cannot be exported.
 * @param isReused an answer may be opened again, for a change that needs it more than once and a server that gives it once
 */
export function createRecipients({ isReused = false } = {}): Recipients {
  const waiting = new Map<string, CryptoKey>()
  return {
    async create() {
      const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
      const pair = await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])
      const spki = base64Text(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)))
      const [oldest] = waiting.keys()
      if (waiting.size >= MAX_WAITING && oldest !== undefined) waiting.delete(oldest)
      waiting.set(spki, pair.privateKey)
      return spki
    },
    async open(recipient, jwe, { min, max }) {
      const key = waiting.get(recipient)
      if (!isReused) waiting.delete(recipient)
      if (!key) throw new VaultRefusal('locked')
      const limits = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] }
      const plaintext = await compactDecrypt(jwe, key, limits).then(
        answer => answer.plaintext,
        () => null,
      )
      if (plaintext && plaintext.length >= min && plaintext.length <= max) {
        const copy = Uint8Array.from(plaintext)
        plaintext.fill(0)
        return copy
      }
      plaintext?.fill(0)
      throw new VaultRefusal('damaged')
    },
    forget: () => waiting.clear(),
  }
}
