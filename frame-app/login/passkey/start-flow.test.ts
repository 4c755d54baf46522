import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Calls } from '../../session/calls.ts'
import { fakeCalls, fakeKernel } from '../../ui/testing/fake-kernel.ts'
import type { PasskeyWindow } from './passkey-window.ts'
import { startPasskeyLogin } from './start-flow.ts'

/** A flow that was started in a window. */
function inWindow(post: Calls['post']) {
  const window: PasskeyWindow = { run: vi.fn(() => new Promise<never>(() => {})), close: vi.fn() }
  const flow = startPasskeyLogin(fakeKernel({ operations: { calls: fakeCalls({ post }) } }), null)
  flow.send({ type: 'start', purpose: 'log-in', window })
  return { flow, window }
}

const hang: Calls['post'] = (_path, _body, _answer, signal) =>
  new Promise((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
  })

describe('the window that was opened for a passkey closes', () => {
  it('when there is no challenge to be had', async () => {
    const { flow, window } = inWindow(async () => {
      throw clientError('service_unavailable', 'The wallet server cannot be reached.')
    })
    await vi.waitFor(() => expect(flow.get().status).toBe('error'))
    expect(window.close).toHaveBeenCalledOnce()
  })

  it('when the person goes back before the challenge is there', async () => {
    const { flow, window } = inWindow(hang)
    flow.send({ type: 'back' })
    await vi.waitFor(() => expect(window.close).toHaveBeenCalledOnce())
    expect(flow.get().status).toBe('initial')
  })

  it('when the dialog is closed meanwhile', async () => {
    const { flow, window } = inWindow(hang)
    flow.stop()
    await vi.waitFor(() => expect(window.close).toHaveBeenCalledOnce())
  })

  it('when the challenge comes too late', async () => {
    let answer: (() => void) | undefined
    const { flow, window } = inWindow(
      (_path, _body, schema) =>
        new Promise(resolve => {
          answer = () =>
            resolve(schema.parse({ options: { challenge: 'challenge_1' }, signature: 'A'.repeat(86) }))
        }),
    )
    await vi.waitFor(() => expect(answer).toBeDefined())
    answer?.()
    flow.send({ type: 'back' })
    await vi.waitFor(() => expect(window.close).toHaveBeenCalledOnce())
  })

  it('not while it is in use', async () => {
    const { flow, window } = inWindow(async (_path, _body, schema) =>
      schema.parse({ options: { challenge: 'challenge_1' }, signature: 'A'.repeat(86) }),
    )
    await vi.waitFor(() => expect(flow.get().status).toBe('awaiting-passkey'))
    expect(window.run).toHaveBeenCalledOnce()
    expect(window.close).not.toHaveBeenCalled()
    flow.stop()
  })
})

it.each([[['security-key', 'hybrid'] as const], [[] as const]])(
  'a passkey is made with the hints of the page: %j',
  async given => {
    const hints = [...given]
    const window: PasskeyWindow = { run: vi.fn(() => new Promise<never>(() => {})), close: vi.fn() }
    const post: Calls['post'] = async (_path, _body, schema) =>
      schema.parse({
        options: {
          challenge: 'challenge_1',
          rp: { name: 'Shop' },
          user: { id: 'dXNlcg', name: 'ada', display_name: 'Ada' },
          pub_key_cred_params: [{ alg: -7, type: 'public-key' }],
        },
        signature: 'A'.repeat(86),
      })
    const { passkeys } = fakeKernel().config.get()
    const kernel = fakeKernel({
      operations: { calls: fakeCalls({ post }) },
      config: { passkeys: { ...passkeys, hints } },
    })
    const flow = startPasskeyLogin(kernel, null)
    flow.send({ type: 'start', purpose: 'sign-up', window })
    await vi.waitFor(() => expect(flow.get().status).toBe('awaiting-passkey'))
    expect(window.run).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'create', hints }),
      expect.any(AbortSignal),
    )
    flow.stop()
  },
)
