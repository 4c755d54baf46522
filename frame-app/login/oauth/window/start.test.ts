import type { StartedFlow } from '@vitrine/shared/api/oauth-flow.ts'
import { createTestSigner } from '@vitrine/shared/signer/testing/test-signer.ts'
import { expect, it, vi } from 'vitest'
import { createSignerIdentity } from '../../../session/signer-identity.ts'
import { findStart, type StartParts } from './start.ts'

const ORIGIN = 'https://wallet.example'
const FLOW = 'f'.repeat(43)
const STATE = 's'.repeat(48)
const URL = 'https://accounts.example/authorize?client_id=1'
const signer = createTestSigner()
const identity = createSignerIdentity(ORIGIN, signer.keys(ORIGIN, 'unused'))
const app = { id: 'app_1', name: 'Shop', allowed_domains: ['https://shop.example'] }

const signed = (own: { redirectTo?: string | null; url?: string; flowId?: string; appId?: string } = {}) => {
  const { redirectTo = null, url = URL, flowId = FLOW, appId = app.id } = own
  const words = { origin: ORIGIN, kind: 'oauth-url', appId, flowId, state: STATE, redirectTo, url } as const
  return {
    url,
    signature: signer.sign(words),
    provider: 'google',
    state_code: STATE,
    redirect_to: redirectTo,
  }
}

function start(flow: StartedFlow | null, own: Partial<StartParts> & { began?: boolean } = {}) {
  let time = 0
  const remember = vi.fn()
  const { began = true, ...parts } = own
  const found = findStart({
    boot: { app, began },
    fragment: FLOW,
    ask: async () => flow,
    async pause(ms) {
      time += ms
    },
    now: () => time,
    signer: identity,
    remember,
    onKnown() {},
    ...parts,
  })
  return { found, remember }
}

it('goes where the signer says, and remembers what for', async () => {
  const onKnown = vi.fn()
  const flow = signed()
  const { found, remember } = start(flow, { onKnown })
  expect(await found).toEqual({ go: URL })
  expect(remember).toHaveBeenCalledExactlyOnceWith(STATE, {
    appId: 'app_1',
    appName: 'Shop',
    provider: 'google',
    redirectTo: null,
  })
  expect(onKnown).toHaveBeenCalledWith(flow)
})

it('waits for its frame to have begun the flow, also while the network is away', async () => {
  const ask = vi
    .fn<StartParts['ask']>()
    .mockResolvedValueOnce(null)
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(signed())
  expect(await start(null, { ask }).found).toEqual({ go: URL })
  expect(ask).toHaveBeenCalledTimes(3)
})

it('gives up after half a minute', async () => {
  const ask = vi.fn(async () => null)
  expect(await start(null, { ask }).found).toEqual({ refused: 'lost' })
  expect(ask.mock.calls.length).toBe(61)
})

it('does not go on for a link that somebody else sent: nobody here began the flow', async () => {
  const { found, remember } = start(signed(), { began: false })
  expect(await found).toEqual({ refused: 'not-started' })
  expect(remember).not.toHaveBeenCalled()
})

it.each([
  ['https://shop.example/cart', { go: URL }],
  ['https://evil.example/', { refused: 'not-started' }],
  ['https://shop.example.evil.example/', { refused: 'not-started' }],
  ['javascript:alert(1)', { refused: 'not-started' }],
  ['shop://back', { refused: 'not-started' }],
])('a flow that comes back to %s: %j, whoever opened it', async (redirectTo, outcome) => {
  for (const began of [true, false])
    expect(await start(signed({ redirectTo }), { began }).found).toEqual(outcome)
})

it.each([
  ['another address', { ...signed(), url: 'https://evil.example/' }],
  ['another flow', signed({ flowId: 'x'.repeat(43) })],
  ['another app', signed({ appId: 'app_2' })],
  ['another way back', { ...signed({ redirectTo: 'https://shop.example/' }), redirect_to: null }],
  ['another state', { ...signed(), state_code: 'x'.repeat(48) }],
  ['what no browser goes to', signed({ url: 'javascript:alert(1)' })],
])('does not go where the signer did not send it: %s', async (_, flow) => {
  const { found, remember } = start(flow)
  expect(await found).toEqual({ refused: 'not-signed' })
  expect(remember).not.toHaveBeenCalled()
})

it.each(['', 'short', `${FLOW}x`, '../admin'])(
  'asks nothing for a fragment that is no flow’s (%j)',
  async fragment => {
    const ask = vi.fn(async () => signed())
    expect(await start(null, { fragment, ask }).found).toEqual({ refused: 'not-started' })
    expect(ask).not.toHaveBeenCalled()
  },
)

it('does not go where the browser keeps nothing: nobody could come back', async () => {
  const remember = () => {
    throw new Error('blocked')
  }
  expect(await start(signed(), { remember }).found).toEqual({ refused: 'lost' })
})
