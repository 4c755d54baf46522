import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { expect, test } from 'vitest'
import { issueChallenge } from './passkey-challenge.ts'
import { createTestCustody, NOW, ORIGIN } from './testing/custody.ts'

test('a challenge is signed for the frame, for its app and wallet origin', async () => {
  const custody = createTestCustody()
  const identity = custody.keyring.identity.publicKey.toString('base64url')
  const request = { appId: 'app_1', challengeId: 'c1', expiresAt: NOW + 60_000 }
  const { challenge, signature } = issueChallenge(custody, request)
  const said = { kind: 'challenge', origin: ORIGIN, appId: 'app_1', challenge } as const
  expect(await isStatementOf(identity, said, signature)).toBe(true)
  for (const other of [
    { ...said, appId: 'app_2' },
    { ...said, origin: 'https://other.example' },
    { ...said, challenge: issueChallenge(custody, { ...request, challengeId: 'c2' }).challenge },
  ])
    expect(await isStatementOf(identity, other, signature)).toBe(false)
})
