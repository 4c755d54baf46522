import { clientError, requestTimedOut } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import { startEmailFlow, startEmailLinkFlow } from '../login/email/flow.ts'
import { startPasskeyLink, startPasskeyLogin } from '../login/passkey/start-flow.ts'
import { startSmsFlow, startSmsLinkFlow } from '../login/sms/flow.ts'
import type { LinkContext, LoginContext } from '../login-method/login-method.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { en } from '../words/en.ts'
import { type EmailServer, emailCalls, fakeCalls, fakeKernel, loginResult } from './testing/fake-kernel.ts'

const SECRETS = ['ada@example.com', '+12133734253', '123456', loginResult.user.id]
const refuse = async () => {
  throw clientError('service_unavailable', 'You appear to be offline.')
}
const link = (kernel: ReturnType<typeof fakeKernel>, method: 'email' | 'sms', purpose: 'link' | 'update') =>
  ({
    kernel,
    purpose,
    way: { method },
    prefill: '',
    stepUp: createStepUp(kernel.operations.calls, { purpose, isFromAccount: false }),
    onLinked() {},
    onRefused() {},
  }) satisfies LinkContext
const login = (kernel: ReturnType<typeof fakeKernel>): LoginContext => ({
  kernel,
  purpose: 'login',
  way: { method: 'sms' },
  request: { id: '1', kind: 'login', options: {} },
  onAuthenticated() {},
})

/** A kernel whose page hears of flows. @param server of the codes */
const page = (server: Partial<EmailServer> = {}) => {
  const kernel = fakeKernel({ operations: { calls: emailCalls(server) } })
  const statuses = () => kernel.flows.map(({ status }) => status)
  return { kernel, statuses }
}
const emailOf = (kernel: ReturnType<typeof fakeKernel>) =>
  startEmailFlow(kernel, { prefill: '', mode: 'login-or-sign-up' })
const BY_CODE = ['initial', 'sending-code', 'awaiting-code-input', 'submitting-code', 'done']

describe('a code flow tells the page the statuses of the contract', () => {
  it.each([
    ['email', 'ada@example.com', emailOf],
    ['email', 'ada@example.com', kernel => startEmailLinkFlow(link(kernel, 'email', 'link'))],
    ['email', 'ada@example.com', kernel => startEmailLinkFlow(link(kernel, 'email', 'update'))],
    ['sms', '+12133734253', kernel => startSmsFlow(login(kernel))],
    ['sms', '+12133734253', kernel => startSmsLinkFlow(link(kernel, 'sms', 'link'))],
    ['sms', '+12133734253', kernel => startSmsLinkFlow(link(kernel, 'sms', 'update'))],
  ] as const satisfies readonly (readonly [
    string,
    string,
    (
      kernel: ReturnType<typeof fakeKernel>,
    ) => ReturnType<typeof emailOf> | ReturnType<typeof startSmsLinkFlow>,
  ])[])('%s to %s, and nothing that the person typed', async (method, to, start) => {
    const { kernel, statuses } = page()
    const flow = start(kernel)
    flow.send({ type: 'submit-recipient', to })
    await vi.waitFor(() => expect(statuses().at(-1)).toBe('awaiting-code-input'))
    flow.send({ type: 'submit-code', code: '123456' })
    await vi.waitFor(() => expect(statuses()).toEqual(BY_CODE))
    flow.stop()
    expect(kernel.flows).toEqual(BY_CODE.map(status => ({ flow: method, status })))
    for (const secret of SECRETS) expect(JSON.stringify(kernel.flows)).not.toContain(secret)
  })

  it('with why it failed, and no failure beside any other status', async () => {
    const { kernel, statuses } = page({ sendCode: refuse })
    const flow = emailOf(kernel)
    flow.send({ type: 'submit-recipient', to: 'ada@example.com' })
    await vi.waitFor(() => expect(statuses()).toEqual(['initial', 'sending-code', 'error']))
    expect(kernel.flows.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      { code: 'service_unavailable', message: 'You appear to be offline.' },
    ])
  })

  it('that a time limit ended in the words of the specification, which are not those of the screen', async () => {
    const sendCode = async () => {
      throw requestTimedOut()
    }
    const { kernel, statuses } = page({ sendCode })
    const flow = emailOf(kernel)
    flow.send({ type: 'submit-recipient', to: 'ada@example.com' })
    await vi.waitFor(() => expect(statuses().at(-1)).toBe('error'))
    expect(flow.get()).toMatchObject({ failure: { message: en['error.timeout'] } })
    expect(kernel.flows.at(-1)?.error).toEqual({
      code: 'client_request_timeout',
      message: 'Request timed out',
    })
  })

  it('a refused code is no failure of the flow', async () => {
    const authenticate = async () => {
      throw clientError('invalid_credentials', 'That code is not right.')
    }
    const { kernel, statuses } = page({ authenticate })
    const flow = emailOf(kernel)
    flow.send({ type: 'submit-recipient', to: 'ada@example.com' })
    await vi.waitFor(() => expect(statuses().at(-1)).toBe('awaiting-code-input'))
    flow.send({ type: 'submit-code', code: '123456' })
    await vi.waitFor(() => expect(statuses().slice(-2)).toEqual(['submitting-code', 'awaiting-code-input']))
    expect(kernel.flows.at(-1)).toEqual({ flow: 'email', status: 'awaiting-code-input' })
  })

  it('one that is left is told as initial, once', async () => {
    const { kernel, statuses } = page()
    const flow = emailOf(kernel)
    flow.send({ type: 'submit-recipient', to: 'ada@example.com' })
    await vi.waitFor(() => expect(statuses().at(-1)).toBe('awaiting-code-input'))
    flow.stop()
    flow.stop()
    expect(statuses()).toEqual(['initial', 'sending-code', 'awaiting-code-input', 'initial'])
  })
})

it.each([
  ['log-in', (kernel: ReturnType<typeof fakeKernel>) => startPasskeyLogin(kernel, null)],
  [
    'link',
    (kernel: ReturnType<typeof fakeKernel>) => startPasskeyLink(kernel, link(kernel, 'email', 'link').stepUp),
  ],
] as const)('a passkey’s flow (%s) tells its own', async (purpose, start) => {
  const options = { challenge: 'challenge_1', rp: {}, user: {}, pub_key_cred_params: [] }
  const calls = fakeCalls({
    post: async () => ({ options }) as never,
    postAuthorized: async () => ({ options, is_required: false, ways: [] }) as never,
  })
  const kernel = fakeKernel({ operations: { calls } })
  const flow = start(kernel)
  const run = async () => ({ kind: 'get', response: {} }) as never
  flow.send({ type: 'start', purpose, window: { run, close() {} } })
  await vi.waitFor(() =>
    expect(kernel.flows.map(({ status }) => status)).toEqual([
      'initial',
      'generating-challenge',
      'awaiting-passkey',
      'submitting-response',
      'done',
    ]),
  )
  expect(new Set(kernel.flows.map(it => it.flow))).toEqual(new Set(['passkey']))
})
