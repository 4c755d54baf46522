// @vitest-environment jsdom
import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import type { Vitrine } from './instance.ts'
import { dialog, iframe, loadFrame, PARTS, preparePage } from './testing/fake-page.ts'

beforeEach(() => {
  preparePage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Lets promises settle, and observers see what changed, before any timer runs. */
const settle = () => vi.advanceTimersByTimeAsync(0)

it.each<[string, (vitrine: Vitrine) => Promise<unknown>]>([
  ['a frame that has not answered', async () => {}],
  ['a page that changed its dialog', async () => dialog()?.setAttribute('aria-hidden', 'true')],
  [
    'a document that is not the frame',
    async () => {
      Object.defineProperty(iframe(), 'contentDocument', { value: null })
      iframe().dispatchEvent(new Event('load'))
    },
  ],
  [
    'a search for the reason that no frame comes',
    async () => {
      Object.defineProperty(iframe(), 'contentDocument', { value: null })
      iframe().dispatchEvent(new Event('load'))
      await vi.advanceTimersByTimeAsync(100)
      expect(document.querySelectorAll('iframe')).toHaveLength(2)
    },
  ],
  [
    'a login that waits for the frame',
    async vitrine => {
      vitrine.login().catch(() => {})
      await settle()
    },
  ],
  [
    'an inline placement',
    async vitrine => {
      vi.stubGlobal(
        'ResizeObserver',
        class {
          observe() {}
          disconnect() {}
        },
      )
      const frame = loadFrame({ ethereumRequest: () => new Promise(() => {}) })
      await vi.waitFor(() => expect(vitrine.state.ready).toBe(true))
      vitrine.showInline(document.body.appendChild(document.createElement('section'))).catch(() => {})
      await settle()
      frame.notify({ type: 'shell', open: true, title: 'Log in', colorScheme: 'light' })
      await settle()
    },
  ],
])('leaves no timer and no frame behind %s', async (_, before) => {
  const vitrine = createVitrine({ appId: 'app_1', walletOrigin: WALLET, eip6963: false }, PARTS)
  await before(vitrine)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  vitrine.destroy()
  await settle()
  expect(vi.getTimerCount()).toBe(0)
  expect(document.querySelector('dialog, iframe')).toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(document.querySelector('dialog, iframe')).toBeNull()
})
