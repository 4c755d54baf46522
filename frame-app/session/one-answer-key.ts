import { base64Text } from '@vitrine/shared/encoding.ts'

/** A key that is made for one answer of the signer's, and cannot be exported: nobody on the way can read that. */
export interface OneAnswerKey {
  /** Base64 SPKI, of P-256. */
  readonly recipient: string
  /** @param sealed a compact JWE (ECDH-ES, A256GCM). @throws TypeError | Error when it is for another key */
  open(sealed: string): Promise<string>
}

export async function createOneAnswerKey(): Promise<OneAnswerKey> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])
  return {
    recipient: base64Text(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))),
    async open(sealed) {
      const { compactDecrypt } = await import('jose')
      const limits = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] }
      const { plaintext } = await compactDecrypt(sealed, pair.privateKey, limits)
      return new TextDecoder('utf-8', { fatal: true }).decode(plaintext)
    },
  }
}
