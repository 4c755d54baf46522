import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('tells subscribers of a new value and not of the same one', () => {
  const store = createStore(1)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set(1)
  expect(listener).not.toHaveBeenCalled()
  store.set(2)
  expect(listener).toHaveBeenCalledOnce()
  expect(store.get()).toBe(2)
})

test('a listener that unsubscribes another while being told keeps it from being told', () => {
  const store = createStore(0)
  const second = vi.fn()
  store.subscribe(() => unsubscribeSecond())
  const unsubscribeSecond = store.subscribe(second)
  store.set(1)
  expect(second).not.toHaveBeenCalled()
})

test('one function subscribed twice is two subscriptions', () => {
  const store = createStore(0)
  const listener = vi.fn()
  const first = store.subscribe(listener)
  store.subscribe(listener)
  first()
  store.set(1)
  expect(listener).toHaveBeenCalledOnce()
})
