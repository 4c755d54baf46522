// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { meetFrame } from './meet-frame.ts'
import { ready } from './messages.ts'

const START = {
  to: 'vitrine:secrets-document',
  event: 'start',
  look: { colorScheme: 'light', tokens: {} },
  language: 'en',
  direction: 'ltr',
  words: {},
}
const ORIGIN = 'https://wallet.example'
let listeners: ((event: unknown) => void)[]
let frame: { postMessage: ReturnType<typeof vi.fn> }
let own: Window
const say = (over: object) =>
  [...listeners].forEach(listen => {
    listen({ data: START, origin: ORIGIN, source: frame, ports: [{ postMessage: vi.fn() }], ...over })
  })
const settled = async (met: Promise<unknown>) => Promise.race([met.then(() => true), Promise.resolve(false)])

beforeEach(() => {
  vi.useFakeTimers()
  listeners = []
  frame = { postMessage: vi.fn() }
  own = {
    parent: frame,
    opener: null,
    location: { origin: ORIGIN },
    addEventListener: (_: string, listen: (event: unknown) => void) => listeners.push(listen),
    removeEventListener: (_: string, listen: (event: unknown) => void) => {
      listeners = listeners.filter(it => it !== listen)
    },
  } as unknown as Window
})
afterEach(() => vi.useRealTimers())

it('says that it is there to a document of the wallet origin alone, until it has the port', async () => {
  const met = meetFrame(own)
  vi.advanceTimersByTime(600)
  const said = frame.postMessage.mock.calls
  expect(said.length).toBeGreaterThan(1)
  expect(said.every(([message, origin]) => ready.safeParse(message).success && origin === ORIGIN)).toBe(true)
  // As one document: the frame takes what says something else for another.
  expect(new Set(said.map(([message]) => message.load)).size).toBe(1)
  say({})
  expect((await met)?.start).toEqual(START)
  expect(listeners).toEqual([])
})

it.each([
  ['the site that embeds it by itself', { origin: 'https://shop.example' }],
  ['another window', { source: {} }],
  ['what has no port', { ports: [] }],
  ['what is no start', { data: { ...START, event: 'show' } }],
])('does not hear %s', async (_, over) => {
  const met = meetFrame(own)
  say(over)
  expect(await settled(met)).toBe(false)
  vi.advanceTimersByTime(30_000)
  expect(await met).toBeNull()
})

it('as a window takes its task from who opened it, and from nobody where there is none', async () => {
  Object.assign(own, { parent: own, opener: frame })
  const met = meetFrame(own)
  say({})
  expect(await met).not.toBeNull()
  Object.assign(own, { opener: null })
  expect(await meetFrame(own)).toBeNull()
})
