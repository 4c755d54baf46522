import { expect, it } from 'vitest'
import { requestTimedOut } from './vitrine-error.ts'

it('has the message of the specification, whatever else it says', () => {
  const cause = new Error('late')
  const error = requestTimedOut({ cause, data: { origin: 'https://wallet.example' } })
  expect(error).toMatchObject({
    type: 'client_error',
    code: 'client_request_timeout',
    message: 'Request timed out',
    cause,
    data: { origin: 'https://wallet.example' },
  })
  expect(requestTimedOut()).not.toHaveProperty('data')
})
