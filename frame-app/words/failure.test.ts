import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { toFailure } from './failure.ts'

describe('toFailure', () => {
  it('keeps the code and sentence of our own errors', () => {
    expect(toFailure(clientError('too_many_requests', 'Wait a minute.'))).toEqual({
      code: 'too_many_requests',
      message: 'Wait a minute.',
    })
  })

  it('says what to do after a timeout', () => {
    const failure = toFailure(clientError('client_request_timeout', 'Request timed out'))
    expect(failure).toEqual({ code: 'client_request_timeout', message: en['error.timeout'] })
  })

  it('says what to do when the wallet does not start, and keeps the specified sentence for the page', () => {
    const error = clientError('unknown_embedded_wallet_error', WALLET_PROXY_FAILED)
    expect(toFailure(error).message).toBe(en['error.vault'])
    expect(error.message).toBe('Failed to connect to wallet proxy')
  })

  it('shows nothing of an error that is not ours', () => {
    expect(toFailure(new TypeError('x.y is undefined at /srv/app'))).toEqual({
      code: 'internal_error',
      message: en['error.unexpected'],
    })
  })
})
