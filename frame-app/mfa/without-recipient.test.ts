import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import { startOtpFlow } from '../otp/start-otp-flow.ts'
import { withoutRecipient } from './without-recipient.ts'

/** An authenticator app's flow, at its code. @param code of the refusal */
async function refusedWith(code: 'mfa_verification_max_attempts_reached' | 'service_unavailable') {
  const onBack = vi.fn()
  const submitCode = vi.fn(async () => Promise.reject(clientError(code, 'No.')))
  const flow = withoutRecipient(startOtpFlow({ prefill: '', async sendCode() {}, submitCode }), onBack)
  flow.send({ type: 'submit-recipient', to: '' })
  await vi.waitFor(() => expect(flow.get().status).toBe('awaiting-code-input'))
  flow.send({ type: 'submit-code', code: '123456' })
  await vi.waitFor(() => expect(flow.get().status).toBe('error'))
  flow.send({ type: 'retry' })
  return { flow, onBack, submitCode }
}

test('what trying again does not mend is left, and no code screen stays that takes nothing', async () => {
  const { onBack, submitCode } = await refusedWith('mfa_verification_max_attempts_reached')
  expect(onBack).toHaveBeenCalledOnce()
  expect(submitCode).toHaveBeenCalledOnce()
})

test('else it is tried again, until the person goes back', async () => {
  const { flow, onBack, submitCode } = await refusedWith('service_unavailable')
  expect(submitCode).toHaveBeenCalledTimes(2)
  expect(onBack).not.toHaveBeenCalled()
  flow.send({ type: 'back' })
  expect(onBack).toHaveBeenCalledOnce()
})
