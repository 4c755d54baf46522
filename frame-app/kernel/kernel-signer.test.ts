import { createTestSigner } from '@vitrine/shared/signer/testing/test-signer.ts'
import { expect, test } from 'vitest'
import { APP_ID } from '../session/testing/session-fixtures.ts'
import { startTestKernel, WALLET_ORIGIN } from './testing/fake-frame.ts'

const statement = { kind: 'challenge', origin: WALLET_ORIGIN, appId: APP_ID, challenge: 'c' } as const

test('a passkey is asked to sign what the server’s signer has made for this app, and nothing else', async () => {
  const { kernel, signer } = startTestKernel({})
  const { requireIssued } = kernel.operations.calls
  await requireIssued('c', signer.sign(statement))
  for (const signature of [
    createTestSigner().sign(statement),
    signer.sign({ ...statement, challenge: 'd' }),
    signer.sign({ ...statement, appId: 'app_2' }),
    signer.sign({ ...statement, origin: 'https://other.example' }),
  ])
    await expect(requireIssued('c', signature)).rejects.toMatchObject({
      code: 'unknown_auth_error',
      message: expect.stringContaining('not from the wallet’s signer'),
    })
})
