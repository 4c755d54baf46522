import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { fakeCalls } from '../../ui/testing/fake-kernel.ts'
import { generateChallenge } from './passkey-api.ts'

const signal = new AbortController().signal

it('the passkey is asked for an answer that names this device, and the server told which challenge it is for', async () => {
  const calls = fakeCalls({
    device: async () => 'this-device',
    post: async (_path, _body, answer) => answer.parse({ options: { challenge: 'from-server' } }),
  })
  const named = createHash('sha256').update('vitrine/passkey-device/v1\nfrom-server\nthis-device')
  expect(await generateChallenge(calls, 'log-in', signal)).toEqual({
    kind: 'get',
    issued: 'from-server',
    options: { challenge: named.digest('base64url') },
  })
})
