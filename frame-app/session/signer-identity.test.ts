import { identityThumbprint } from '@vitrine/shared/signer/statement.ts'
import { createTestSigner } from '@vitrine/shared/signer/testing/test-signer.ts'
import { describe, expect, test } from 'vitest'
import { createSignerIdentity } from './signer-identity.ts'

const ORIGIN = 'https://wallet.example'
const signer = createTestSigner()
const keys = signer.keys(ORIGIN, 'recipient')
const thumbprint = await identityThumbprint(signer.identity)
const broken = { code: 'configuration_error', message: expect.stringContaining('tell the wallet') }

describe('the key that logins are encrypted to', () => {
  test('is the one that the signer’s identity has signed', async () => {
    expect(await createSignerIdentity(ORIGIN, keys).recipient()).toBe('recipient')
  })

  test.each([
    ['exchanged', { ...keys, recipient: 'of a thief' }],
    [
      'signed by another identity',
      { ...createTestSigner().keys(ORIGIN, 'recipient'), identity: signer.identity },
    ],
    ['of another wallet origin', signer.keys('https://other.example', 'recipient')],
    ['signed by what is no key', { ...keys, identity: '' }],
  ])('that is %s is not used', async (_, wrong) => {
    await expect(createSignerIdentity(ORIGIN, wrong).recipient()).rejects.toMatchObject(broken)
  })
})

describe('a page that pins the signer', () => {
  test.each([
    ['by its thumbprint', thumbprint],
    ['beside the one that comes after it', `${'A'.repeat(43)} ${thumbprint}`],
  ])('%s gets it', async (_, pins) => {
    await createSignerIdentity(ORIGIN, keys).requirePinned(pins, undefined)
  })

  test.each([
    ['another key', 'A'.repeat(43)],
    ['a part of it', thumbprint.slice(0, 42)],
    ['nothing', ''],
  ])('by %s gets none, and is told what to do', async (_, pins) => {
    await expect(createSignerIdentity(ORIGIN, keys).requirePinned(pins, undefined)).rejects.toMatchObject({
      code: 'configuration_error',
      message: expect.stringMatching(new RegExp(`${thumbprint}.*signer-key.*data-signer`)),
    })
  })

  test('gets none for whom the identity vouches in name alone', async () => {
    const exchanged = { ...keys, recipient: 'of a thief' }
    await expect(
      createSignerIdentity(ORIGIN, exchanged).requirePinned(thumbprint, undefined),
    ).rejects.toMatchObject(broken)
  })
})
