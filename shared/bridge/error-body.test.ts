import { expect, it } from 'vitest'
import { clientError, VitrineError } from '../errors/vitrine-error.ts'
import { toErrorBody } from './frame.ts'

it('an error of ours crosses as it is, without stack and cause', () => {
  const error = new VitrineError(
    {
      type: 'api_error',
      code: 'too_many_requests',
      message: 'Wait.',
      status: 429,
      data: { retryAfter: 30 },
    },
    { cause: new Error('inner') },
  )
  expect(toErrorBody(error)).toEqual({
    type: 'api_error',
    code: 'too_many_requests',
    message: 'Wait.',
    status: 429,
    data: { retryAfter: 30 },
  })
})

it('says of a time limit what the specification says, whatever a screen told the person', () => {
  expect(toErrorBody(clientError('client_request_timeout', 'Tardó demasiado.'))).toEqual({
    type: 'client_error',
    code: 'client_request_timeout',
    message: 'Request timed out',
  })
})

it.each([new TypeError('token abc is undefined'), 'thrown text', null])('says nothing of %s', thrown => {
  const body = toErrorBody(thrown)
  expect(body).toMatchObject({ type: 'client_error', code: 'internal_error' })
  expect(JSON.stringify(body)).not.toMatch(/token|thrown|stack/)
})
