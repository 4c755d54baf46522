// @vitest-environment jsdom
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { say } from '../words/say.ts'
import { attendFrame } from './ceremony-page.ts'

const toWindow = z.object({ site: z.string() })
const TASK = { site: 'https://shop.example' }
const page = { title: vi.fn(), say: vi.fn(), offer: vi.fn(), fail: vi.fn(), end: vi.fn() }
const frame = Object.assign(new EventTarget(), { closed: false, postMessage: vi.fn() })
const run = vi.fn(async () => ({ event: 'response' }))
const tellWindow = () =>
  window.dispatchEvent(
    Object.assign(new Event('message'), { source: frame, origin: location.origin, data: TASK }),
  )
const press = () => page.offer.mock.lastCall?.[1]() as Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  frame.closed = false
  attendFrame(page, frame as unknown as Window, {} as AppConfig, {
    toWindow,
    ready: { event: 'ready' },
    words: () => ({ press: 'Log in' }),
    run,
  })
})
afterEach(() => vi.useRealTimers())

it('does not call a frame lost that has not answered yet, and takes its task when it comes', async () => {
  await vi.advanceTimersByTimeAsync(30_000)
  expect(page.fail).toHaveBeenLastCalledWith(say('passkey.windowUnseen'))
  expect(page.end).not.toHaveBeenCalled()
  tellWindow()
  expect(page.fail).toHaveBeenLastCalledWith('')
  expect(page.offer).toHaveBeenCalledOnce()
})

it('sends the user to the page where nobody took the response, and offers no second ceremony', async () => {
  tellWindow()
  const settled = vi.fn()
  void press().finally(settled)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(frame.postMessage).toHaveBeenLastCalledWith({ event: 'response' }, location.origin)
  expect(page.fail).not.toHaveBeenCalledWith(say('passkey.windowUnseen'))
  await vi.advanceTimersByTimeAsync(1)
  expect(page.fail).toHaveBeenLastCalledWith(say('passkey.windowUnseen'))
  expect(settled).not.toHaveBeenCalled()
})

it('can be tried again where the browser refused, and says what failed', async () => {
  run.mockRejectedValueOnce(new Error('internal'))
  tellWindow()
  await press()
  expect(page.fail).toHaveBeenLastCalledWith(say('passkey.failed'))
})

it('asks for no passkey where the site’s page is closed', async () => {
  tellWindow()
  frame.closed = true
  await press()
  expect(run).not.toHaveBeenCalled()
  expect(page.end).toHaveBeenCalledWith(say('passkey.windowLost'))
})
