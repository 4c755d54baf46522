import { hpkeOpen, hpkeSeal } from '@vitrine/shared/hpke/hpke.ts'
import { expect, test } from 'vitest'
import { deriveRecipient } from './hpke-recipient.ts'

/** RFC 9180, appendix A.3.1: `ikmR` and `pkRm`. */
const IKM = Buffer.from('668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550', 'hex')
const PUBLIC_KEY =
  '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0'

test('the key pair is the one of RFC 9180, A.3.1', () => {
  expect(Buffer.from(deriveRecipient(IKM).publicKey).toString('hex')).toBe(PUBLIC_KEY)
})

test('it opens what a browser seals for it, and what is sealed for another one does not open', async () => {
  const context = { info: Buffer.from('a'), aad: Buffer.from('b') }
  const recipient = deriveRecipient(IKM)
  const sealed = await hpkeSeal(recipient.publicKey, context, Buffer.from('123456'))
  expect(Buffer.from((await hpkeOpen(recipient, context, sealed)) ?? []).toString()).toBe('123456')
  expect(await hpkeOpen(deriveRecipient(Buffer.alloc(32, 1)), context, sealed)).toBeNull()
})
