import { aesGcm, hpkeOpen, hpkeSeal } from '@vitrine/shared/hpke/hpke.ts'
import { expect, test } from 'vitest'
import { deriveRecipient } from './hpke-recipient.ts'

/** RFC 9180, appendix A.3.1: `ikmR` and `pkRm`. */
const IKM = Buffer.from('668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550', 'hex')
const PUBLIC_KEY =
  '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0'

test('the key pair is the one of RFC 9180, A.3.1', () => {
  expect(Buffer.from(deriveRecipient(IKM).publicKey).toString('hex')).toBe(PUBLIC_KEY)
})

test('it opens the message of RFC 9180, A.3.1', async () => {
  const context = {
    info: Buffer.from('4f6465206f6e2061204772656369616e2055726e', 'hex'),
    aad: Buffer.from('436f756e742d30', 'hex'),
  }
  const enc =
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4'
  const ciphertext =
    '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434'
  const sealed = Buffer.from(enc + ciphertext, 'hex')
  const opened = await hpkeOpen(deriveRecipient(IKM), context, sealed, aesGcm(1, 16))
  expect(Buffer.from(opened ?? []).toString()).toBe('Beauty is truth, truth beauty')
})

test('it opens what a browser seals for it, and what is sealed for another one does not open', async () => {
  const context = { info: Buffer.from('a'), aad: Buffer.from('b') }
  const recipient = deriveRecipient(IKM)
  const sealed = await hpkeSeal(recipient.publicKey, context, Buffer.from('123456'))
  expect(Buffer.from((await hpkeOpen(recipient, context, sealed)) ?? []).toString()).toBe('123456')
  expect(await hpkeOpen(deriveRecipient(Buffer.alloc(32, 1)), context, sealed)).toBeNull()
})
