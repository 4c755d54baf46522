import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it } from 'vitest'
import { en } from '../../words/en.ts'
import { mayGoOnInWindow, passkeyFailure, toPasskeyFailure } from './passkey-failure.ts'

const refusal = (name: string) => Object.assign(new Error('internal'), { name })

describe('the browser’s refusal', () => {
  it.each([
    ['NotAllowedError', 'exited_auth_flow', 'cancelled or timed out'],
    ['InvalidStateError', 'cannot_link_more_of_type', 'has a passkey'],
    ['SecurityError', 'not_supported', 'separate window'],
    ['NotSupportedError', 'not_supported', 'screen lock'],
    ['ConstraintError', 'not_supported', 'screen lock'],
    ['UnknownError', 'unknown_auth_error', 'couldn’t use'],
  ])('%s is %s, in words of what to do', (name, code, words) => {
    const failure = passkeyFailure(refusal(name))
    expect(failure).toMatchObject({ type: 'client_error', code })
    expect(failure.message).toContain(words)
    expect(failure.message).not.toContain('internal')
  })

  it('that is no Error has words too', () => {
    expect(passkeyFailure('?').code).toBe('unknown_auth_error')
  })

  it.each([
    ['NotAllowedError', true],
    ['SecurityError', true],
    ['InvalidStateError', false],
    ['NotSupportedError', false],
    ['UnknownError', false],
  ])('%s: a window may help: %s', (name, helps) => {
    expect(mayGoOnInWindow(passkeyFailure(refusal(name)))).toBe(helps)
  })
})

describe('the server’s refusal', () => {
  it.each([
    ['invalid_credentials', en['passkey.refused']],
    ['passkey_not_registered', en['passkey.unknown']],
    ['client_request_timeout', en['passkey.cancelled']],
    ['too_many_requests', 'The server’s words.'],
  ] as const)('%s is told in the words of passkeys, or its own', (code, words) => {
    expect(toPasskeyFailure(clientError(code, 'The server’s words.'))).toEqual({ code, message: words })
  })
})
