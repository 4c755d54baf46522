import { afterEach, expect, it, vi } from 'vitest'
import type { LoginContext } from '../../login-method/login-method.ts'
import { fakeCalls, fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { later } from '../../words/en-later.ts'

vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: async () => true,
  startAuthentication: async () => ({
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  }),
  WebAuthnAbortService: { cancelCeremony() {} },
}))
afterEach(() => vi.resetModules())

it('says why the chosen passkey was not taken, though the words for it come only with the card', async () => {
  // Fresh: the language has the landing's words alone, as on the landing.
  vi.resetModules()
  const { clientError } = await import('@vitrine/shared/errors/vitrine-error.ts')
  const { logInByAutofill, takeRefusal } = await import('./autofill.ts')
  const calls = fakeCalls({
    post: async (_path, _body, answer) =>
      answer.parse({ options: { challenge: 'challenge_1' }, signature: 'A'.repeat(86) }),
    authenticate: async () => {
      throw clientError('passkey_not_registered', 'There is no such passkey.')
    },
  })
  const kernel = fakeKernel({ operations: { calls } })
  const request = { id: '1', kind: 'login', options: {} } as const
  const way = { method: 'passkey' } as const
  const context: LoginContext = { purpose: 'login', way, kernel, request, onAuthenticated() {} }
  const show = vi.fn()
  await logInByAutofill(context, show, new AbortController().signal)
  expect(show).toHaveBeenCalledOnce()
  await (await import('../../words/language.ts')).bringLaterWords()
  expect(takeRefusal(context)?.message).toBe(later['passkey.unknown'])
  expect(takeRefusal(context)).toBeNull()
})

it('offline, where the browser’s part does not come, nobody is told of what nobody asked for', async () => {
  vi.resetModules()
  vi.doMock('@simplewebauthn/browser', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { logInByAutofill, takeRefusal } = await import('./autofill.ts')
  const request = { id: '1', kind: 'login', options: {} } as const
  const way = { method: 'passkey' } as const
  const context: LoginContext = { purpose: 'login', way, kernel: fakeKernel(), request, onAuthenticated() {} }
  const show = vi.fn()
  await logInByAutofill(context, show, new AbortController().signal)
  expect(show).not.toHaveBeenCalled()
  expect(takeRefusal(context)).toBeNull()
  vi.doUnmock('@simplewebauthn/browser')
})
