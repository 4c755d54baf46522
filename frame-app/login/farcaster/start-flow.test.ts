// @vitest-environment jsdom
import { CHANNEL_LIFETIME_MS } from '@vitrine/shared/api/login/farcaster.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Calls } from '../../session/calls.ts'
import { fakeCalls, fakeKernel, loginResult } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { bringLaterWords } from '../../words/language.ts'
import { startFarcasterLogin } from './start-flow.ts'

const OPENED = {
  channel_token: 'token_123',
  connect_uri: 'https://farcaster.xyz/~/siwf?channelToken=token_123',
  signature: 's'.repeat(86),
}
const SIGN_IN = { message: 'm', signature: `0x${'ab'.repeat(65)}`, fid: 7 }
const PENDING = { state: 'pending', nonce: 'n' }

beforeEach(async () => {
  await bringLaterWords()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** A login whose relay answers so. */
function start(status: () => unknown, own: Partial<Calls> = {}) {
  const authenticate = vi.fn<Calls['authenticate']>(async () => loginResult)
  const requireAddress = vi.fn<Calls['requireAddress']>(async () => {})
  const calls = fakeCalls({
    postProven: async (_path, _body, answer) => answer.parse(OPENED),
    get: async (_path, answer) => answer.parse(status()),
    authenticate,
    requireAddress,
    ...own,
  })
  const kernel = fakeKernel({ operations: { calls } })
  const flow = startFarcasterLogin(kernel, false)
  flow.send({ type: 'start' })
  return { flow, kernel, authenticate, requireAddress }
}

it('shows the address that the signer made for this device, and sends what was approved by it', async () => {
  let told: object = PENDING
  const { flow, kernel, authenticate, requireAddress } = start(() => told)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(flow.get()).toMatchObject({ step: 'waiting', channel: { connect_uri: OPENED.connect_uri } })
  const { channel_token: token, connect_uri: url, signature } = OPENED
  const device = 'd'.repeat(43)
  expect(requireAddress).toHaveBeenCalledWith({ kind: 'channel-url', device, token, url }, signature)
  told = { state: 'completed', nonce: 'n', ...SIGN_IN, username: 'ada' }
  await vi.advanceTimersByTimeAsync(1_500)
  const body = { channel_token: token, ...SIGN_IN, mode: 'login-or-sign-up' }
  expect(authenticate.mock.calls[0]?.slice(0, 2)).toEqual(['/farcaster/authenticate', body])
  expect(kernel.flows.map(it => it.status)).toEqual(['initial', 'loading', 'done'])
})

it('shows no address that is not the signer’s', async () => {
  const asked = vi.fn(() => PENDING)
  const { flow } = start(asked, {
    requireAddress: async () => {
      throw clientError('unknown_auth_error', 'Not by the signer.')
    },
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(flow.get()).toMatchObject({ status: 'error', failure: { code: 'unknown_auth_error' } })
  expect(asked).not.toHaveBeenCalled()
})

it.each([
  ['nobody approves', () => PENDING, CHANNEL_LIFETIME_MS + 2_000],
  [
    'the server forgets it',
    () => {
      const message = 'Over.'
      throw new VitrineError({ type: 'api_error', code: 'not_found', message, status: 404 })
    },
    2_000,
  ],
])('ends in its time when %s, and begins anew with another channel', async (_, status, ms) => {
  const opened = vi.fn(() => OPENED)
  const { flow, kernel } = start(status, {
    postProven: async (_path, _body, answer) => answer.parse(opened()),
  })
  await vi.advanceTimersByTimeAsync(ms)
  const failure = { code: 'farcaster_polling_timeout', message: en['farcaster.timeout'] }
  expect(flow.get()).toMatchObject({ status: 'error', failure })
  expect(kernel.flows.at(-1)).toMatchObject({ flow: 'farcaster', status: 'error', error: failure })
  flow.send({ type: 'start' })
  await vi.advanceTimersByTimeAsync(0)
  expect(opened).toHaveBeenCalledTimes(2)
  expect(flow.get()).toMatchObject({ step: 'waiting' })
})

it('asks nothing more when the person leaves', async () => {
  const asked = vi.fn(() => PENDING)
  const { flow, kernel } = start(asked)
  await vi.advanceTimersByTimeAsync(1_500)
  flow.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledOnce()
  expect(kernel.flows.at(-1)?.status).toBe('initial')
})
