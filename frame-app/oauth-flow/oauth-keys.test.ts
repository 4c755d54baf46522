import { expect, it, vi } from 'vitest'
import { fakeKernel } from '../ui/testing/fake-kernel.ts'
import { dropKeys, keepKeys, newKeys, readReturn } from './oauth-keys.ts'

const left = { provider: 'google', purpose: 'login', disableSignup: true } as const
const back = (state: string, own: object = {}) => ({ provider: 'google', state, code: 'denied', ...own })

it('makes 36 random bytes each, base64url', () => {
  const [one, other] = [newKeys(), newKeys()]
  for (const text of [one.state, one.verifier, other.state, other.verifier])
    expect(text).toMatch(/^[\w-]{48}$/)
  expect(new Set([one.state, one.verifier, other.state, other.verifier]).size).toBe(4)
})

it('finds what the page was away for, until it is dropped', () => {
  const kernel = fakeKernel()
  const keys = newKeys()
  keepKeys(kernel, keys, left)
  expect(kernel.keptBy('stateCode').read()).toBe(keys.state)
  expect(kernel.keptBy('codeVerifier').read()).toBe(keys.verifier)
  expect(readReturn(kernel, back(keys.state))).toEqual({
    keys,
    answer: 'denied',
    to: { purpose: 'login', options: { disableSignup: true } },
  })
  dropKeys(kernel)
  expect(kernel.keptBy('codeVerifier').read()).toBeNull()
  expect(readReturn(kernel, back(keys.state))).toBeNull()
})

it('goes on with a link as a link', () => {
  const kernel = fakeKernel()
  const keys = newKeys()
  keepKeys(kernel, keys, { ...left, purpose: 'link' })
  expect(readReturn(kernel, back(keys.state))?.to).toEqual({ purpose: 'link' })
})

it.each([
  ['the state of another flow', { state: 'x'.repeat(48) }],
  ['no state', { state: '' }],
  ['another provider', { provider: 'github' }],
  ['what is no answer', { code: 'v1.short' }],
])('takes %s for nobody’s', (_, own) => {
  const kernel = fakeKernel()
  const keys = newKeys()
  keepKeys(kernel, keys, left)
  expect(readReturn(kernel, back(keys.state, own))).toBeNull()
})

it('has forgotten it when the flow is over', () => {
  vi.useFakeTimers()
  const kernel = fakeKernel()
  const keys = newKeys()
  keepKeys(kernel, keys, left)
  vi.advanceTimersByTime(10 * 60_000 + 1)
  expect(readReturn(kernel, back(keys.state))).toBeNull()
  vi.useRealTimers()
})
