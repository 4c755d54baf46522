import { describe, expect, test } from 'vitest'
import { base64urlText, hexBytes, hexText } from '../encoding.ts'
import { aesGcm, type HpkeRecipient, hpkeOpen, hpkeSeal } from './hpke.ts'

const bytes = (hex: string) => hexBytes(hex) ?? new Uint8Array()
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

/** RFC 9180, appendix A.3.1, `encryptions` 0. */
const A3 = {
  skEm: '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb',
  pkEm: '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  skRm: 'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2',
  pkRm: '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  info: '4f6465206f6e2061204772656369616e2055726e',
  aad: '436f756e742d30',
  pt: '4265617574792069732074727574682c20747275746820626561757479',
  ct: '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
}
const AES_128_GCM = aesGcm(1, 16)
const context = { info: bytes(A3.info), aad: bytes(A3.aad) }

const privateKey = (sk: string, pk: string) => {
  const point = bytes(pk)
  const [x, y] = [base64urlText(point.subarray(1, 33)), base64urlText(point.subarray(33))]
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: base64urlText(bytes(sk)) }
  return crypto.subtle.importKey('jwk', jwk, CURVE, true, ['deriveBits'])
}
const publicKey = (pk: string) => crypto.subtle.importKey('raw', bytes(pk), CURVE, true, [])

const recipient: HpkeRecipient = {
  publicKey: bytes(A3.pkRm),
  async dh(enc) {
    const theirs = await crypto.subtle.importKey('raw', Uint8Array.from(enc), CURVE, false, [])
    const own = await privateKey(A3.skRm, A3.pkRm)
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256))
  },
}

describe('the vector of RFC 9180, A.3.1', () => {
  test('is sealed as it stands there', async () => {
    const ephemeral = { privateKey: await privateKey(A3.skEm, A3.pkEm), publicKey: await publicKey(A3.pkEm) }
    const options = { ephemeral, aead: AES_128_GCM }
    expect(hexText(await hpkeSeal(bytes(A3.pkRm), context, bytes(A3.pt), options))).toBe(A3.pkEm + A3.ct)
  })

  test('is opened', async () => {
    const opened = await hpkeOpen(recipient, context, bytes(A3.pkEm + A3.ct), AES_128_GCM)
    expect(hexText(opened ?? new Uint8Array())).toBe(A3.pt)
  })
})

describe('what is sealed with AES-256-GCM', () => {
  const message = new TextEncoder().encode('123456')

  test('opens, and is another text each time', async () => {
    const [first, second] = [
      await hpkeSeal(bytes(A3.pkRm), context, message),
      await hpkeSeal(bytes(A3.pkRm), context, message),
    ]
    expect(await hpkeOpen(recipient, context, first)).toEqual(message)
    expect(await hpkeOpen(recipient, context, second)).toEqual(message)
    expect(hexText(first)).not.toBe(hexText(second))
  })

  test.each([
    ['another purpose', { info: bytes('00') }],
    ['another belonging', { aad: bytes('00') }],
  ])('does not open for %s', async (_name, change) => {
    const sealed = await hpkeSeal(bytes(A3.pkRm), context, message)
    expect(await hpkeOpen(recipient, { ...context, ...change }, sealed)).toBeNull()
  })

  test('does not open when a bit of it differs, is cut, or is no point of the curve', async () => {
    const sealed = await hpkeSeal(bytes(A3.pkRm), context, message)
    for (const at of [1, 64, 65, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await hpkeOpen(recipient, context, changed)).toBeNull()
    }
    expect(await hpkeOpen(recipient, context, sealed.subarray(0, 64))).toBeNull()
    expect(await hpkeOpen(recipient, context, sealed.subarray(0, 70))).toBeNull()
  })

  test('is sealed for nobody who is no point of the curve', async () => {
    const broken = Uint8Array.from(bytes(A3.pkRm))
    broken[64] = (broken[64] ?? 0) ^ 1
    await expect(hpkeSeal(broken, context, message)).rejects.toThrow()
  })
})
