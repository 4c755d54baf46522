// @vitest-environment jsdom
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Calls } from '../session/calls.ts'
import { type FakeKernelOptions, fakeCalls, fakeKernel, loginResult } from '../ui/testing/fake-kernel.ts'
import type { OauthWindow } from './oauth-window.ts'
import { startOauthLogin } from './start-flow.ts'

const WAY = { method: 'oauth', provider: 'google' } as const
const LEADS = { url: 'https://accounts.example/', signature: 'signed' }
const SEALED = `v1.${'a'.repeat(120)}`

const opened = (own: Partial<OauthWindow> = {}): OauthWindow => ({
  flowId: 'f'.repeat(43),
  isSeen: true,
  answer: () => new Promise(() => {}),
  gone: () => new Promise(() => {}),
  close: vi.fn(),
  ...own,
})

function begin(calls: Partial<Calls> = {}, own: FakeKernelOptions = {}) {
  const sent: { path: string; body: Readonly<Record<string, unknown>> }[] = []
  const answer: Calls['postProven'] = async (path, body, schema) => {
    sent.push({ path, body: { ...body } })
    return schema.parse(path === '/oauth_flows/status' ? { answer: null } : LEADS)
  }
  const kernel = fakeKernel({
    ...own,
    operations: { calls: fakeCalls({ post: answer, postProven: answer, ...calls }) },
  })
  return { kernel, sent, flow: startOauthLogin(kernel, WAY, false) }
}

it('begins the flow with the challenge of its verifier, and logs in with what the window came back with', async () => {
  const authenticate = vi.fn<Calls['authenticate']>(async () => loginResult)
  const requireAddress = vi.fn<Calls['requireAddress']>(async () => {})
  const window = opened({ answer: async () => SEALED })
  const { flow, sent, kernel } = begin({ authenticate, requireAddress })
  flow.send({ type: 'start', window })
  await vi.waitFor(() => expect(flow.get().status).toBe('done'))
  const { state_code: state, code_challenge: challenge, ...init } = sent[0]?.body ?? {}
  expect(init).toEqual({ provider: 'google', flow_id: window.flowId, purpose: 'login' })
  expect(requireAddress).toHaveBeenCalledWith(
    { kind: 'oauth-url', flowId: window.flowId, state, redirectTo: null, url: LEADS.url },
    'signed',
  )
  const [path, body, way, , secret] = authenticate.mock.calls[0] ?? []
  expect(path).toBe('/oauth/authenticate')
  expect(body).toEqual({
    provider: 'google',
    state_code: state,
    authorization_code: SEALED,
    mode: 'login-or-sign-up',
  })
  expect(way).toEqual(WAY)
  expect(secret).toMatchObject({ member: 'code_verifier', subject: state })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret?.value))
  expect(challenge).toBe(Buffer.from(digest).toString('base64url'))
  expect(kernel.flows.map(({ status }) => status)).toEqual(['initial', 'loading', 'done'])
  expect(window.close).toHaveBeenCalled()
})

it.each([
  ['denied', 'oauth_user_denied'],
  ['suspended', 'oauth_account_suspended'],
  ['failed', 'oauth_unexpected'],
] as const)('tells a window that came back %s as %s', async (answer, code) => {
  const { flow, kernel } = begin()
  flow.send({ type: 'start', window: opened({ answer: async () => answer }) })
  await vi.waitFor(() => expect(flow.get().status).toBe('error'))
  expect(flow.get()).toMatchObject({ failure: { code, message: expect.stringContaining('Google') } })
  expect(kernel.flows.at(-1)).toMatchObject({ status: 'error', error: { code } })
})

it('goes nowhere, and closes the window, where the address is not the signer’s', async () => {
  const window = opened()
  const { flow } = begin({
    requireAddress: async () => {
      throw new VitrineError({ type: 'client_error', code: 'oauth_unexpected', message: 'No.' })
    },
  })
  flow.send({ type: 'start', window })
  await vi.waitFor(() => expect(flow.get().status).toBe('error'))
  expect(window.close).toHaveBeenCalled()
})

it.each([
  ['goes back', (flow: ReturnType<typeof begin>['flow']) => flow.send({ type: 'back' })],
  ['leaves the card', (flow: ReturnType<typeof begin>['flow']) => flow.stop()],
])('closes the window when the person %s', async (_, leave) => {
  const window = opened()
  const { flow } = begin()
  flow.send({ type: 'start', window })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ step: 'waiting' }))
  leave(flow)
  await vi.waitFor(() => expect(window.close).toHaveBeenCalled())
})

describe('by the whole page', () => {
  it('keeps the keys, and goes to the start page of the flow that comes back to this page', async () => {
    const navigate = vi.fn(async (_url?: string) => 'https://shop.example/cart')
    const { flow, sent, kernel } = begin({}, { navigate })
    flow.send({ type: 'leave' })
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledTimes(2))
    const { flow_id: flowId, redirect_to: redirectTo, state_code: state } = sent[0]?.body ?? {}
    expect(redirectTo).toBe('https://shop.example/cart')
    expect(navigate.mock.calls).toEqual([[], [`${location.origin}/apps/app_demo/oauth#${flowId}`]])
    expect(kernel.keptBy('stateCode').read()).toBe(state)
    expect(kernel.keptBy('codeVerifier').read()).toMatch(/^[\w-]{48}$/)
    flow.stop()
  })

  it('says so where the page does not go', async () => {
    const navigate = async (url?: string) => (url ? '' : 'https://shop.example/')
    const { flow } = begin({}, { navigate })
    flow.send({ type: 'leave' })
    await vi.waitFor(() => expect(flow.get()).toMatchObject({ failure: { code: 'oauth_unexpected' } }))
  })

  it('drops the keys before the answer is used: it is good for one try', async () => {
    const { flow, kernel } = begin()
    for (const name of ['stateCode', 'codeVerifier', 'oauth'] as const) kernel.keptBy(name).write('kept')
    flow.send({ type: 'resume', keys: { state: 's', verifier: 'v' }, answer: SEALED })
    await vi.waitFor(() => expect(flow.get().status).toBe('done'))
    for (const name of ['stateCode', 'codeVerifier', 'oauth'] as const)
      expect(kernel.keptBy(name).read()).toBeNull()
  })
})
