import { expect, it, vi } from 'vitest'
import { withoutBlockedStorage } from './blocked-storage.ts'

/** As a browser's window is where its user blocks storage. */
function blocked(): { readonly localStorage?: unknown } {
  return Object.defineProperty({}, 'localStorage', {
    get() {
      throw new DOMException('The user blocks storage.', 'SecurityError')
    },
    configurable: true,
  })
}

it('loads code that reads a blocked storage, and blocks the storage again', async () => {
  const frame = blocked()
  expect(await withoutBlockedStorage(async () => ({ found: frame.localStorage }), frame)).toEqual({
    found: undefined,
  })
  expect(() => frame.localStorage).toThrow('The user blocks storage.')
})

it('blocks the storage again when the code cannot be loaded', async () => {
  const frame = blocked()
  const load = () => Promise.reject(new Error('offline'))
  await expect(withoutBlockedStorage(load, frame)).rejects.toThrow('offline')
  expect(() => frame.localStorage).toThrow('The user blocks storage.')
})

it('leaves a storage that can be read alone', async () => {
  const frame = { localStorage: { length: 0 } }
  expect(await withoutBlockedStorage(async () => frame.localStorage, frame)).toBe(frame.localStorage)
})

it('does not load code twice when the code itself fails', async () => {
  const load = vi.fn(() => Promise.reject(new DOMException('Refused', 'SecurityError')))
  await expect(withoutBlockedStorage(load, { localStorage: {} })).rejects.toThrow('Refused')
  expect(load).toHaveBeenCalledTimes(1)
})
