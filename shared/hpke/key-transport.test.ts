import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { describe, expect, it } from 'vitest'
import { base64Text } from '../encoding.ts'
import { makeRecipient, openKey, sealKey, spkiPoint } from './key-transport.ts'

const key = crypto.getRandomValues(new Uint8Array(32))
const suite = (aead: Chacha20Poly1305 | Aes256Gcm) =>
  new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead })
const buffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

describe('a key on its way', () => {
  it.each([
    ['CHACHA20_POLY1305', new Chacha20Poly1305()],
    ['AES_GCM256', new Aes256Gcm()],
  ] as const)('that another implementation of RFC 9180 encrypted with %s is opened', async (aead, other) => {
    const recipient = await makeRecipient()
    const info = Uint8Array.of(1, 2)
    const aad = Uint8Array.of(3)
    const publicKey = await suite(other).kem.deserializePublicKey(buffer(recipient.publicKey))
    const sealed = await suite(other).seal(
      { recipientPublicKey: publicKey, info: buffer(info) },
      buffer(key),
      buffer(aad),
    )
    const sent = {
      ciphertext: base64Text(new Uint8Array(sealed.ct)),
      encapsulated_key: base64Text(new Uint8Array(sealed.enc)),
    }
    expect(await openKey(recipient, sent, { aead, context: { info, aad } })).toEqual(key)
    expect(await openKey(recipient, sent, { aead, context: { info, aad: info } })).toBeNull()
    expect(await openKey(await makeRecipient(), sent, { aead, context: { info, aad } })).toBeNull()
  })

  it('is opened by another implementation', async () => {
    const other = suite(new Chacha20Poly1305())
    const pair = await other.kem.generateKeyPair()
    const spki = base64Text(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)))
    const { ciphertext, encapsulated_key: enc } = await sealKey(spki, key)
    const bytes = (text: string) => buffer(Buffer.from(text, 'base64'))
    const opened = await other.open({ recipientKey: pair.privateKey, enc: bytes(enc) }, bytes(ciphertext))
    expect(new Uint8Array(opened)).toEqual(key)
  })

  it('is for P-256 points alone', async () => {
    const { spki, publicKey } = await makeRecipient()
    expect(spkiPoint(spki)).toEqual(publicKey)
    for (const wrong of ['', '!', spki.slice(4), `${spki.slice(0, 8)}AAAA${spki.slice(12)}`]) {
      expect(spkiPoint(wrong)).toBeNull()
      await expect(sealKey(wrong, key)).rejects.toThrow(TypeError)
    }
  })
})
