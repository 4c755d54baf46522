import { expect, test, vi } from 'vitest'
import { createExclusive } from './exclusive.ts'

/** Web Locks' semantics for one name: the next holder starts when the callback's promise settles. */
function fakeLocks() {
  let tail: Promise<unknown> = Promise.resolve()
  const held: string[] = []
  const request = (name: string, work: () => Promise<unknown>) => {
    held.push(name)
    const mine = tail.then(work)
    tail = mine.catch(() => {})
    return mine
  }
  return { held, locks: { request } as unknown as LockManager }
}

for (const [kind, make] of [
  ['in one tab', () => [createExclusive('n', undefined)]],
  [
    'across tabs',
    () => {
      const { locks } = fakeLocks()
      return [createExclusive('n', locks), createExclusive('n', locks)]
    },
  ],
] as const) {
  test(`${kind}, one piece of work ends before the next begins`, async () => {
    const tabs = make()
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setImmediate(resolve))
      running -= 1
    }
    await Promise.all([0, 1, 2, 3].map(index => tabs[index % tabs.length]?.(work)))
    expect(most).toBe(1)
  })

  test(`${kind}, a failure is handed over and does not block the next`, async () => {
    const [exclusive] = make()
    const failing = exclusive?.(() => Promise.reject(new Error('failed')))
    await expect(failing).rejects.toThrow('failed')
    await expect(exclusive?.(async () => 'next')).resolves.toBe('next')
  })
}

/** Chromium refuses where third-party cookies are blocked. */
test('a browser that refuses locks does the work in this tab, one piece at a time', async () => {
  const refuse = () => Promise.reject(new DOMException('denied', 'SecurityError'))
  const exclusive = createExclusive('n', { request: refuse } as unknown as LockManager)
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await new Promise(resolve => setImmediate(resolve))
    order.push(`${name} ends`)
    return name
  }
  await expect(Promise.all([exclusive(work('a')), exclusive(work('b'))])).resolves.toEqual(['a', 'b'])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('a lock that is lost during the work does not begin it again', async () => {
  const work = vi.fn(() => new Promise<never>(() => {}))
  const request = async (_name: string, hold: () => Promise<unknown>) => {
    void hold()
    throw new DOMException('stolen', 'AbortError')
  }
  await expect(createExclusive('n', { request } as unknown as LockManager)(work)).rejects.toThrow('stolen')
  expect(work).toHaveBeenCalledOnce()
})
