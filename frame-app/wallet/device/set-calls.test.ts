import { createTestSigner } from '@vitrine/shared/signer/testing/test-signer.ts'
import { describe, expect, test, vi } from 'vitest'
import { createSignerIdentity } from '../../session/signer-identity.ts'
import { createInProcessVault } from '../../vault/testing/in-process-vault.ts'
import { OWNER } from '../../vault/testing/set-fixtures.ts'
import { createSetCalls } from './set-calls.ts'

const ORIGIN = 'https://wallet.example'
const signer = createTestSigner()
const vault = createInProcessVault()
const device = await vault.vault.publicKey()
const purposes = ['auth-share', 'recovery'] as const
const statement = {
  kind: 'share-keys',
  origin: ORIGIN,
  ...OWNER,
  device,
  recipient: 'recipient',
  purposes,
  keys: 'jwe',
} as const

/** What the API process answers when it is asked for keys of shares. */
const answered = (signature: string) =>
  createSetCalls(
    { send: () => Promise.reject(new TypeError('Not asked')) },
    { post: async ({ answer }) => answer.parse({ keys: 'jwe', signature }) },
    {
      signer: createSignerIdentity(ORIGIN, signer.keys(ORIGIN, '')),
      ...{ vault, owner: () => OWNER, person: () => OWNER, isOthers: false },
    },
  ).keys('recipient', purposes)

test('keys that the signer gave to this device for this question are used', async () => {
  expect(await answered(signer.sign(statement))).toEqual({ recipient: 'recipient', keys: 'jwe' })
})

test.each([
  ['by nobody', 'A'.repeat(86)],
  ['by another key', createTestSigner().sign(statement)],
  ['for other keys', signer.sign({ ...statement, keys: 'other' })],
  ['for another question', signer.sign({ ...statement, recipient: 'before' })],
  ['for other purposes', signer.sign({ ...statement, purposes: ['auth-share'] })],
  ['for another device', signer.sign({ ...statement, device: `${device}A` })],
  ['for another user', signer.sign({ ...statement, userId: 'user_2' })],
  ['for another app', signer.sign({ ...statement, appId: 'app_2' })],
  ['for another wallet origin', signer.sign({ ...statement, origin: 'https://other.example' })],
])('keys that are signed %s are not', async (_, signature) => {
  await expect(answered(signature)).rejects.toMatchObject({
    code: 'unknown_embedded_wallet_error',
    message: expect.stringContaining('not from the wallet’s signer'),
  })
})

describe('the site’s own recovery key', () => {
  const claim = {
    kind: 'recovery-key',
    origin: ORIGIN,
    ...OWNER,
    device,
    recipient: 'recipient',
    sealed: 'jwe',
  } as const
  const post = vi.fn(async (request: { readonly path: string; readonly body: object }) => request)
  /** Of a set that came with an account which the person brought to theirs. */
  const claimed = (signature: string) =>
    createSetCalls(
      { send: () => Promise.reject(new TypeError('Not asked')) },
      {
        post: async ({ answer, path, body }) => {
          await post({ path, body })
          return answer.parse({ sealed: 'jwe', signature })
        },
      },
      {
        signer: createSignerIdentity(ORIGIN, signer.keys(ORIGIN, '')),
        ...{ vault, owner: () => ({ ...OWNER, userId: 'user_before' }), person: () => OWNER, isOthers: true },
      },
    ).claimSiteKey('recipient')

  test('is taken as the signer sealed it for this device and question, of who is logged in', async () => {
    expect(await claimed(signer.sign(claim))).toEqual({ recipient: 'recipient', sealed: 'jwe' })
    expect(post.mock.lastCall).toEqual([
      { path: '/recovery/encryption_key/claim', body: { recipient: 'recipient' } },
    ])
  })

  test.each([
    ['by nobody', 'A'.repeat(86)],
    ['as keys of shares', signer.sign({ ...statement, keys: 'jwe' })],
    ['for another answer', signer.sign({ ...claim, sealed: 'other' })],
    ['for another question', signer.sign({ ...claim, recipient: 'before' })],
    ['for another device', signer.sign({ ...claim, device: `${device}A` })],
    ['for another user', signer.sign({ ...claim, userId: 'user_2' })],
  ])('that is signed %s is not', async (_, signature) => {
    await expect(claimed(signature)).rejects.toMatchObject({
      message: expect.stringContaining('not from the wallet’s signer'),
    })
  })
})
