// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createInlinePlace } from './inline-place.ts'

const SHELL = { open: true, title: 'Log in', colorScheme: 'light' } as const
const send = vi.fn()
let place: ReturnType<typeof createInlinePlace>

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  place = createInlinePlace()
})
afterEach(async () => {
  await place.take(false, { send })
  vi.unstubAllGlobals()
  send.mockClear()
})

test('without a place in the page nothing is said of one', async () => {
  expect(place.of(SHELL, 'login')).toBeUndefined()
  await place.take(false, { send })
  expect(send).not.toHaveBeenCalled()
})

test('what is on show when a place is given moves there', async () => {
  place.of(SHELL, 'login')
  await place.take(true, { send })
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'shell', ...SHELL, inline: 320 })
})

test.each([
  ['is guarded', SHELL, 'sign-message'],
  ['is closed', { ...SHELL, open: false }, undefined],
] as const)('what %s does not', async (_, shell, kind) => {
  place.of(shell, kind)
  await place.take(true, { send })
  expect(send).not.toHaveBeenCalled()
})

test('what is shown from then on is told with its place', async () => {
  await place.take(true, { send })
  expect(send).not.toHaveBeenCalled()
  expect(place.of(SHELL, 'account')).toEqual({ inline: 320 })
  expect(place.of(SHELL, 'export-wallet')).toEqual({})
})

test('a place that ends has its dialog left, and gives nothing to the next one', async () => {
  const left = vi.fn()
  document.addEventListener('keydown', left, { once: true })
  await place.take(true, { send })
  place.of(SHELL, 'login')
  await place.take(false, { send })
  expect(left).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'Escape' }))
  expect(place.of(SHELL, 'login')).toBeUndefined()
})

test('a place that ends while its code comes is none', async () => {
  place.of(SHELL, 'login')
  const taking = place.take(true, { send })
  await place.take(false, { send })
  await taking
  expect(send).not.toHaveBeenCalled()
  expect(place.of(SHELL, 'login')).toBeUndefined()
})

test('a place that is given twice is one', async () => {
  place.of(SHELL, 'login')
  await Promise.all([place.take(true, { send }), place.take(true, { send })])
  await place.take(true, { send })
  expect(send).toHaveBeenCalledOnce()
})
