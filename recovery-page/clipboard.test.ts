import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClipboard } from './clipboard.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A window whose clipboard takes texts while it has the focus. */
function fakeWindow() {
  const held: string[] = []
  const returns: (() => void)[] = []
  const state = { hasFocus: true }
  const writeText = async (text: string) => {
    if (!state.hasFocus) throw new DOMException('Document is not focused.', 'NotAllowedError')
    held.push(text)
  }
  const window = {
    navigator: { clipboard: { writeText } },
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout,
    addEventListener: (_type: string, work: () => void) => returns.push(work),
  } as unknown as Window
  const comeBack = () => {
    state.hasFocus = true
    for (const work of returns.splice(0)) work()
  }
  return { window, held, state, comeBack }
}

test('a private key is taken out of the clipboard after a minute, an address is not', async () => {
  const { window, held } = fakeWindow()
  const clipboard = createClipboard(window)
  expect(await clipboard.copy('0xaddress')).toBe(true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(held).toEqual(['0xaddress'])
  expect(await clipboard.copySecret('key')).toBe(true)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(held).toEqual(['0xaddress', 'key'])
  await vi.advanceTimersByTimeAsync(1)
  expect(held).toEqual(['0xaddress', 'key', ''])
})

test('a page that has lost the focus by then takes it out when its person is back', async () => {
  const { window, held, state, comeBack } = fakeWindow()
  await createClipboard(window).copySecret('key')
  state.hasFocus = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(held).toEqual(['key'])
  comeBack()
  await vi.advanceTimersByTimeAsync(0)
  expect(held).toEqual(['key', ''])
})

test('what is forgotten is taken out at once, and once', async () => {
  const { window, held } = fakeWindow()
  const clipboard = createClipboard(window)
  await clipboard.copySecret('key')
  clipboard.clear()
  clipboard.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(held).toEqual(['key', ''])
})

test('says when the browser has no clipboard for it', async () => {
  const { window, state } = fakeWindow()
  state.hasFocus = false
  expect(await createClipboard(window).copySecret('key')).toBe(false)
  const none = { ...window, navigator: {} } as unknown as Window
  expect(await createClipboard(none).copy('key')).toBe(false)
})
