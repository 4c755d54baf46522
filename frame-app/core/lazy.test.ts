import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import { later, lazily, lazyObject } from './lazy.ts'

it('brings the code once, however often and however soon it is used', async () => {
  const load = vi.fn(async () => 'part')
  const part = lazily(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([part(), part()])).toEqual(['part', 'part'])
  expect(await part()).toBe('part')
  expect(load).toHaveBeenCalledOnce()
})

it('refuses in words while the code does not come, and tries again at the next use', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(cause).mockResolvedValue('part')
  const part = lazily(load)
  const refusal = await part().catch(error => error)
  expect(refusal).toBeInstanceOf(VitrineError)
  expect(refusal).toMatchObject({ code: 'service_unavailable', cause })
  expect(refusal.message).toMatch(/try again/)
  expect(await part()).toBe('part')
})

it('passes the argument on, and the answer or the refusal back', async () => {
  const double = later(async () => async (value: number) => {
    if (value < 0) throw new RangeError('negative')
    return 2 * value
  })
  expect(await double(21)).toBe(42)
  await expect(double(-1)).rejects.toThrow(RangeError)
})

it('an object’s methods bring the part with the first call, and forward what they are given', async () => {
  const load = vi.fn(async () => ({
    add: async (a: number, b: number) => a + b,
    fail: async () => Promise.reject(new Error('No.')),
    hidden: async () => {},
  }))
  const part = lazily(load)
  const object = lazyObject(part, ['add', 'fail'])
  expect(Object.keys(object)).toEqual(['add', 'fail'])
  expect(load).not.toHaveBeenCalled()
  expect(await object.add(1, 2)).toBe(3)
  await expect(object.fail()).rejects.toThrow('No.')
  expect(load).toHaveBeenCalledOnce()
})
