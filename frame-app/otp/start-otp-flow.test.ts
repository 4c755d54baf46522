// @vitest-environment jsdom

import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { RESEND_AFTER_MS } from '@vitrine/shared/otp/code.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { bringLaterWords } from '../words/language.ts'
import { startOtpFlow } from './start-otp-flow.ts'

beforeAll(() => bringLaterWords())

const message = 'That code is not right.'
const refused = () =>
  new VitrineError({
    type: 'api_error',
    status: 422,
    code: 'invalid_credentials',
    message,
    data: { triesLeft: 4 },
  })

it('a wrong code says that a newer one was sent, once one was', async () => {
  const flow = startOtpFlow({
    prefill: '',
    sendCode: async () => {},
    submitCode: () => Promise.reject(refused()),
  })
  const rejected = () =>
    vi.waitFor(() => expect(flow.get()).toMatchObject({ rejected: { code: 'invalid_credentials' } }))
  const sent = () => vi.waitFor(() => expect(flow.get().status).toBe('awaiting-code-input'))
  flow.send({ type: 'submit-recipient', to: 'ada@mail.example' })
  await sent()
  flow.send({ type: 'submit-code', code: '123456' })
  await rejected()
  expect(flow.get()).not.toMatchObject({ rejected: { message: expect.stringContaining('newer') } })
  flow.send({ type: 'resend', atMs: Date.now() + RESEND_AFTER_MS })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'awaiting-code-input', rejected: null }))
  flow.send({ type: 'submit-code', code: '123456' })
  await rejected()
  expect(flow.get()).toMatchObject({
    rejected: { message: expect.stringContaining('A newer code was sent') },
  })
})
