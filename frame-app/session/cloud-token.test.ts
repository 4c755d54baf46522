import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import { type CallsOptions, createCalls } from './calls.ts'
import { wireUserOf } from './testing/session-fixtures.ts'

const { signal } = new AbortController()
const GRANT = {
  provider: 'google-drive',
  state: 'state-1',
  verifier: 'verifier-1',
  answer: 'v1.answer',
} as const

function setUp({ isVouched = true, isThere = true } = {}) {
  const sealSecret = vi.fn(async () => 'v1.sealed')
  const vouches = vi.fn(async () => isVouched)
  const send = vi.fn(async ({ answer }: { answer: { parse(body: unknown): unknown } }, _: object) =>
    answer.parse({ access_token: 'a.b.c.d.e', signature: 'signed' }),
  )
  const vault = { sealSecret, publicKey: async () => 'device-1' }
  const calls = createCalls({
    appId: 'app_1',
    http: { url: (path: string) => `https://wallet.example/api/v1${path}` },
    now: () => 0,
    requests: { send },
    session: { wireUser: () => (isThere ? wireUserOf('user_1') : null) },
    signer: { vouches, recipient: async () => 'signer-key' },
    vault: { use: async (work: (it: typeof vault) => unknown) => work(vault) },
  } as unknown as CallsOptions)
  return { calls, sealSecret, vouches, send }
}

it('redeems leave for a cloud: the device signs it, and the verifier leaves sealed for this flow and person', async () => {
  const { calls, sealSecret, send, vouches } = setUp()
  expect(await calls.cloudToken(GRANT, 'recipient-1', signal)).toBe('a.b.c.d.e')
  const body = {
    provider: 'google-drive',
    state_code: 'state-1',
    authorization_code: 'v1.answer',
    recipient: 'recipient-1',
    code_verifier: 'v1.sealed',
    user_id: 'user_1',
  }
  expect(send.mock.calls[0]).toMatchObject([
    { method: 'POST', path: '/recovery/oauth/authenticate', body },
    { payload: { method: 'POST', url: 'https://wallet.example/api/v1/recovery/oauth/authenticate', body } },
  ])
  const belonging = {
    purpose: 'recovery',
    appId: 'app_1',
    identity: { type: 'google-drive', subject: 'state-1' },
    userId: 'user_1',
  }
  expect(sealSecret).toHaveBeenCalledExactlyOnceWith('signer-key', belonging, 'verifier-1')
  expect(vouches).toHaveBeenCalledExactlyOnceWith(
    {
      kind: 'cloud-token',
      appId: 'app_1',
      userId: 'user_1',
      device: 'device-1',
      provider: 'google-drive',
      recipient: 'recipient-1',
      sealed: 'a.b.c.d.e',
    },
    'signed',
  )
})

it('takes no token that the signer has not sealed: it may be to a cloud of who relays it', async () => {
  const { calls } = setUp({ isVouched: false })
  await expect(calls.cloudToken(GRANT, 'recipient-1', signal)).rejects.toMatchObject({
    code: 'oauth_unexpected',
  })
})

it('asks for nobody who is not logged in', async () => {
  const { calls, send } = setUp({ isThere: false })
  await expect(calls.cloudToken(GRANT, 'recipient-1', signal)).rejects.toBeInstanceOf(VitrineError)
  expect(send).not.toHaveBeenCalled()
})
