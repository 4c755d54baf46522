import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import { wallet } from '../../ui/testing/fake-kernel.ts'
import { startSignMessage } from './screen.tsx'

const request = {
  id: '1',
  kind: 'sign-message',
  wallet,
  message: 'Hi',
  encoding: 'utf-8',
  uiOptions: {},
} as const
const hostOrigin = 'https://shop.example'

it('is reviewed at once: the message, its bytes, and nothing that a chain would have to tell', () => {
  const flow = startSignMessage({ hostOrigin, operations: { signMessage: vi.fn() } }, request)
  expect(flow.get()).toMatchObject({
    status: 'reviewing',
    review: {
      message: { text: 'Hi', hex: '0x4869', isData: false },
      explanation: { dangers: [] },
      cost: null,
      networkName: null,
    },
  })
})

it('signs once for one approval and never again by itself', async () => {
  const failure = { code: 'service_unavailable', message: 'Offline.' } as const
  const signMessage = vi.fn(async () => {
    throw clientError(failure.code, failure.message)
  })
  const flow = startSignMessage({ hostOrigin, operations: { signMessage } }, request)
  const { attempt } = flow.get()
  flow.send({ type: 'approve', attempt })
  flow.send({ type: 'approve', attempt })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'failed', failure }))
  expect(signMessage).toHaveBeenCalledTimes(1)
})
