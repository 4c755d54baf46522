import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import { lazyFlow } from './lazy-flow.ts'
import { startOtpFlow } from './start-otp-flow.ts'

const submit = { type: 'submit-recipient', to: 'ada@example.com' } as const
const real = (sendCode = async () => {}) =>
  startOtpFlow({ prefill: '', sendCode, submitCode: async () => 'in' })

it('is a filled-in field until the first press, and then the flow itself', async () => {
  const start = vi.fn(async () => real())
  const flow = lazyFlow('grace@example.com', start)
  const statuses: string[] = []
  flow.subscribe(() => statuses.push(flow.get().status))
  expect(flow.get()).toEqual({ status: 'initial', attempt: 0, to: 'grace@example.com' })
  expect(start).not.toHaveBeenCalled()
  flow.send(submit)
  flow.send(submit)
  await vi.waitFor(() => expect(flow.get().status).toBe('awaiting-code-input'))
  expect(start).toHaveBeenCalledOnce()
  flow.send({ type: 'submit-code', code: '123456' })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'done', result: 'in' }))
  expect([...new Set(statuses)]).toEqual(['sending-code', 'awaiting-code-input', 'submitting-code', 'done'])
})

it('tells a flow that did not come as a code that was not sent, and tries again', async () => {
  const start = vi
    .fn(async () => real())
    .mockRejectedValueOnce(clientError('service_unavailable', 'Check the connection.'))
  const flow = lazyFlow('', start)
  flow.send(submit)
  await vi.waitFor(() =>
    expect(flow.get()).toMatchObject({
      status: 'error',
      to: 'ada@example.com',
      failure: { message: 'Check the connection.' },
    }),
  )
  flow.send(submit)
  await vi.waitFor(() => expect(flow.get().status).toBe('awaiting-code-input'))
})

it('that is stopped before its flow came sends nothing', async () => {
  const sendCode = vi.fn(async () => {})
  let bring = (_flow: ReturnType<typeof real>) => {}
  const flow = lazyFlow('', () => new Promise<ReturnType<typeof real>>(resolve => (bring = resolve)))
  flow.send(submit)
  flow.stop()
  bring(real(sendCode))
  await Promise.resolve()
  await Promise.resolve()
  expect(sendCode).not.toHaveBeenCalled()
})
