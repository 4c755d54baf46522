// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { onBase } from '../testing/requests.ts'
import { keptFunding } from './kept.ts'
import { startPurchase } from './start-purchase.ts'
import type { Told, Vendor } from './vendor.ts'

const CARD = { method: 'card', provider: 'coinbase' } as const
const request = onBase({ supportedOptions: [CARD] })
const order = { request, method: 'card', amount: '25' } as const
const flows: { stop(): void }[] = []

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const flow of flows.splice(0)) flow.stop()
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function setUp(url = 'https://pay.example/buy') {
  const kernel = fakeKernel()
  const kept = keptFunding(kernel.keptOfUser('funding', request.address))
  const says = new Map<string, Told>()
  let count = 0
  const status = vi.fn(async (_: unknown, id: string): Promise<Told> => says.get(id) ?? { status: 'pending' })
  const vendor: Vendor = {
    provider: 'coinbase',
    name: 'Coinbase',
    goodFor: 240_000,
    prepare: vi.fn(async () => ({ id: `fund_${++count}`, url: `${url}${count}` })),
    status,
  }
  const popup = { closed: false, close: vi.fn() }
  const keptAtOpen: unknown[] = []
  const open = vi.fn((_: string): typeof popup | null => {
    keptAtOpen.push(kept.purchasesOf(request, 'coinbase', 'card'))
    return popup
  })
  const start = () => {
    const flow = startPurchase(kernel, vendor, order, kept)
    flows.push(flow)
    return flow
  }
  return { kept, says, status, vendor, popup, open, keptAtOpen, start, frame: { open } as unknown as Window }
}

it('opens the company’s page in the click, and ends with what the server says', async () => {
  const { start, frame, open, says, popup, kept, keptAtOpen } = setUp()
  const flow = start()
  await pass(0)
  flow.open(frame)
  expect(open.mock.calls[0]?.[0]).toBe('https://pay.example/buy1')
  // What is paid in the window is found again, whatever becomes of this page.
  expect(keptAtOpen).toEqual([['fund_1']])
  expect(flow.get()).toMatchObject({ status: 'waiting', sight: 'open' })
  says.set('fund_1', { status: 'completed', transactionHash: '0x01' })
  await pass(5_000)
  expect(flow.get()).toMatchObject({
    status: 'completed',
    outcome: { transactionHash: '0x01', amount: '25' },
  })
  expect(popup.close).toHaveBeenCalled()
  expect(kept.latest(request)).toBeNull()
})

it('a window that is gone, or was never seen, decides nothing', async () => {
  const { start, frame, open, popup } = setUp()
  const flow = start()
  await pass(0)
  flow.open(frame)
  popup.closed = true
  await pass(1_000)
  expect(flow.get()).toMatchObject({ status: 'waiting', sight: 'gone' })
  flow.send({ type: 'prepare' })
  await pass(0)
  open.mockReturnValueOnce(null)
  flow.open(frame)
  expect(flow.get()).toMatchObject({ status: 'waiting', sight: 'unseen', opened: ['fund_1', 'fund_2'] })
})

it('of two that were opened the first may still be the one that was paid', async () => {
  const { start, frame, says } = setUp()
  const flow = start()
  await pass(0)
  flow.open(frame)
  flow.send({ type: 'prepare' })
  await pass(0)
  flow.open(frame)
  says.set('fund_2', { status: 'failed' })
  await pass(10_000)
  expect(flow.get().status).toBe('waiting')
  says.set('fund_1', { status: 'completed' })
  await pass(10_000)
  expect(flow.get().status).toBe('completed')
})

it('it has failed once all of them have, and then nothing is kept', async () => {
  const { start, frame, says, kept } = setUp()
  const flow = start()
  await pass(0)
  flow.open(frame)
  says.set('fund_1', { status: 'failed' })
  await pass(10_000)
  expect(flow.get()).toMatchObject({ status: 'failed', failure: null })
  expect(kept.latest(request)).toBeNull()
})

it('pending for ever ends with a word to the person; asked again, it goes on', async () => {
  const { start, frame, says } = setUp()
  const flow = start()
  await pass(0)
  flow.open(frame)
  await pass(21 * 60_000)
  expect(flow.get().status).toBe('late')
  says.set('fund_1', { status: 'completed' })
  flow.send({ type: 'ask-again' })
  await pass(5_000)
  expect(flow.get().status).toBe('completed')
})

it('a busy server is asked again; one that refuses is told', async () => {
  const { start, frame, status } = setUp()
  const flow = start()
  await pass(0)
  flow.open(frame)
  status.mockRejectedValueOnce(clientError('service_unavailable', 'Busy.'))
  await pass(2_000)
  expect(flow.get().status).toBe('waiting')
  status.mockRejectedValueOnce(new Error('nonsense'))
  await pass(10_000)
  expect(flow.get()).toMatchObject({ status: 'failed', failure: { code: 'internal_error' } })
})

it('after a reload it asks about what was opened before, and prepares nothing', async () => {
  const { start, kept, says, vendor } = setUp()
  kept.remember(order, 'coinbase', 'fund_0')
  const flow = start()
  expect(flow.get()).toMatchObject({ status: 'waiting', sight: 'gone', opened: ['fund_0'] })
  expect(vendor.prepare).not.toHaveBeenCalled()
  says.set('fund_0', { status: 'completed' })
  await pass(5_000)
  expect(flow.get().status).toBe('completed')
})

it('an address that grew old is made anew before it is opened', async () => {
  const { start, vendor } = setUp()
  const flow = start()
  await pass(0)
  await pass(240_000)
  expect(vendor.prepare).toHaveBeenCalledTimes(2)
  expect(flow.get()).toMatchObject({ status: 'ready', purchase: { id: 'fund_2' } })
})

it('what is no page elsewhere is never opened', async () => {
  const { start, frame, open } = setUp('javascript:alert()//')
  const flow = start()
  await pass(0)
  expect(flow.get().status).toBe('unprepared')
  flow.open(frame)
  expect(open).not.toHaveBeenCalled()
})
