// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { Ready, Start } from '../secrets/messages.ts'
import { meetDocument } from './meet-document.ts'

const start: Start = {
  to: 'vitrine:secrets-document',
  event: 'start',
  look: { colorScheme: 'light', tokens: {} },
  language: 'en',
  direction: 'ltr',
  words: {},
}
const READY: Ready = {
  to: 'vitrine:secrets-frame',
  event: 'ready',
  load: '0b0f4d5e-7b0c-4d39-9d5a-1f6b8c8a7e10',
}
const OTHER_LOAD: Ready = { ...READY, load: '5c1d2f70-8a41-4a6b-b7a3-2c9d0e4f6b21' }
const fakeWindow = () => ({ postMessage: vi.fn() })
let target: ReturnType<typeof fakeWindow>
const events = { onMessage: vi.fn(), onLost: vi.fn() }
const say = (data: unknown, { origin = 'null', source = target as object } = {}) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }))
const meet = () =>
  meetDocument(
    window,
    () => target as unknown as Window,
    () => start,
    events,
  )
/** The document's end of the port. */
const port = () => (target.postMessage.mock.calls[0] as unknown as [unknown, string, [MessagePort]])[2][0]

beforeEach(() => {
  vi.clearAllMocks()
  target = fakeWindow()
})

it('hands the port over when the document says that it is there, and hears what it says', async () => {
  const document = meet()
  say(READY)
  expect(target.postMessage).toHaveBeenCalledExactlyOnceWith(start, '*', [expect.anything()])
  port().postMessage({ event: 'recipient', recipient: 'AAAA' })
  expect(await document.recipient).toBe('AAAA')
  port().postMessage({ event: 'typed', chainType: 'ethereum', address: 'short' })
  port().postMessage({ event: 'copied' })
  await vi.waitFor(() => expect(events.onMessage).toHaveBeenCalledExactlyOnceWith({ event: 'copied' }))
  document.end()
})

it.each([
  ['another window', { source: fakeWindow() }],
  ['a document of some origin, which the sandboxed one is not', { origin: 'https://evil.example' }],
  ['a document of the wallet origin', { origin: location.origin }],
])('is silent to %s', (_, from) => {
  const document = meet()
  say(READY, from)
  expect(target.postMessage).not.toHaveBeenCalled()
  document.end()
})

it.each([{}, 'ready', { ...READY, event: 'typed' }, { ...READY, load: undefined }])('and to %j', data => {
  const document = meet()
  say(data)
  expect(target.postMessage).not.toHaveBeenCalled()
  document.end()
})

it('a document that was loaded anew gets nothing, ever', async () => {
  const document = meet()
  say(READY)
  say(OTHER_LOAD)
  say(OTHER_LOAD)
  expect(target.postMessage).toHaveBeenCalledTimes(1)
  expect(events.onLost).toHaveBeenCalledTimes(1)
  await expect(document.recipient).rejects.toThrow()
})

it('a document that says again that it is there, before the answer reached it, keeps its port', async () => {
  const document = meet()
  say(READY)
  say(READY)
  say(READY)
  expect(target.postMessage).toHaveBeenCalledTimes(1)
  expect(events.onLost).not.toHaveBeenCalled()
  port().postMessage({ event: 'recipient', recipient: 'AAAA' })
  expect(await document.recipient).toBe('AAAA')
  document.end()
})
