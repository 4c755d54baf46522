import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Calls } from '../../session/calls.ts'
import { fakeCalls } from '../../ui/testing/fake-kernel.ts'
import { generateChallenge } from './passkey-api.ts'

const SIGNATURE = 'A'.repeat(86)
const signal = new AbortController().signal

it('the passkey is asked for an answer that names this device, and the server told which challenge it is for', async () => {
  const calls = fakeCalls({
    device: async () => 'this-device',
    post: async (_path, _body, answer) =>
      answer.parse({ options: { challenge: 'from-server' }, signature: SIGNATURE }),
  })
  const named = createHash('sha256').update('vitrine/passkey-device/v1\nfrom-server\nthis-device')
  expect(await generateChallenge(calls, 'log-in', signal)).toEqual({
    kind: 'get',
    issued: 'from-server',
    options: { challenge: named.digest('base64url') },
  })
})

it.each(['log-in', 'sign-up', 'link'] as const)(
  'no passkey is asked for, to %s, by a challenge that the signer has not signed',
  async purpose => {
    const asked: string[] = []
    const options = {
      challenge: 'of-a-thief',
      rp: { name: '' },
      user: { id: 'u', name: '', display_name: '' },
    }
    const answer: Calls['post'] = async (_path, _body, schema) =>
      schema.parse({ options: { ...options, pub_key_cred_params: [] }, signature: SIGNATURE })
    const calls = fakeCalls({
      post: answer,
      postAuthorized: answer,
      async requireIssued(challenge, signature) {
        asked.push(challenge, signature)
        throw new Error('not by the signer')
      },
    })
    await expect(generateChallenge(calls, purpose, signal)).rejects.toThrow('not by the signer')
    expect(asked).toEqual(['of-a-thief', SIGNATURE])
  },
)
