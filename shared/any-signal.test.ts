import { expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'

test('aborts with the first signal, for its reason', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const any = anySignal(first.signal, second.signal)
  expect(any.aborted).toBe(false)
  second.abort('second')
  first.abort('first')
  expect(any.reason).toBe('second')
})

test('is aborted from the start when a signal is', () => {
  expect(anySignal(new AbortController().signal, AbortSignal.abort('before')).reason).toBe('before')
})
