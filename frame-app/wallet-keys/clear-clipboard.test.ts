// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLIPBOARD_MS, clearLater } from './clear-clipboard.ts'

const writeText = vi.fn(async (_: string) => {})
const cleared = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('clears the clipboard after 60 s, and says so', async () => {
  clearLater(cleared)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(writeText).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(writeText).toHaveBeenCalledExactlyOnceWith('')
  expect(cleared).toHaveBeenCalledExactlyOnceWith(true)
})

it('says where the browser did not permit it', async () => {
  writeText.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  clearLater(cleared)
  await vi.advanceTimersByTimeAsync(CLIPBOARD_MS)
  expect(cleared).toHaveBeenCalledExactlyOnceWith(false)
})

it('clears it in the press by which its person leaves, and not again', async () => {
  const { now } = clearLater(cleared)
  now()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('')
  now()
  await vi.advanceTimersByTimeAsync(CLIPBOARD_MS)
  expect(writeText).toHaveBeenCalledTimes(1)
})

it('leaves it to the later one of two copies', async () => {
  const first = clearLater(cleared)
  await vi.advanceTimersByTimeAsync(CLIPBOARD_MS - 1)
  first.forget()
  clearLater(cleared)
  await vi.advanceTimersByTimeAsync(CLIPBOARD_MS - 1)
  expect(writeText).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(writeText).toHaveBeenCalledTimes(1)
})
