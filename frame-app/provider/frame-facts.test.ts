// @vitest-environment jsdom
import { frameFacts } from '@vitrine/shared/bridge/frame-facts.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { readFrameFacts } from './frame-facts.ts'

const NOW = 1_700_000_000_000
const boot = (now: number) => {
  document.body.innerHTML = `<script type="application/json" id="vitrine-boot">{"app":{},"now":${now}}</script>`
}
const frame = (changes: object = {}) =>
  new Proxy(window, {
    get: (target, name) => (name in changes ? Reflect.get(changes, name) : Reflect.get(target, name)),
  }) as Window & typeof globalThis
const performance = { timeOrigin: NOW, getEntriesByType: () => [{ responseStart: 40 }] }
const refuse = () => {
  throw new DOMException('blocked', 'SecurityError')
}
afterEach(() => vi.useRealTimers())

test('the page learns of the browser what the contract names, and nothing else', async () => {
  boot(NOW)
  const facts = await readFrameFacts(frame({ performance }))
  expect(Object.keys(facts).sort()).toEqual([
    'clockDifferenceMs',
    'hasPasskeys',
    'indexedDB',
    'isPartitioned',
    'localStorage',
    'mayUsePasskeys',
  ])
  expect(frameFacts.safeParse({ ...facts, user: 'ada' }).success).toBe(false)
  expect(localStorage).toHaveLength(0)
})

test('the clock is compared with the server’s when the document arrived', async () => {
  boot(NOW - 60_000)
  expect((await readFrameFacts(frame({ performance }))).clockDifferenceMs).toBe(60_040)
})

test('storage that is blocked is told and not thrown', async () => {
  boot(NOW)
  const blocked = { performance, indexedDB: { open: refuse }, localStorage: { setItem: refuse } }
  expect(await readFrameFacts(frame(blocked))).toMatchObject({ localStorage: false, indexedDB: false })
})

test('a database that never opens is one that is blocked', async () => {
  boot(NOW)
  vi.useFakeTimers()
  const asked = readFrameFacts(frame({ performance, indexedDB: { open: () => ({}) } }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await asked).toMatchObject({ indexedDB: false })
})
