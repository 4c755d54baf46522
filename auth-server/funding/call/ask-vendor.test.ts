import { startVendor, type Vendor } from '@vitrine/shared/funding/testing/vendor-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { askVendor, parseExactly } from './ask-vendor.ts'

let vendor: Vendor
beforeAll(async () => {
  vendor = await startVendor(
    async () => ({ status: 200, body: '{"amount":0.1234567890123456789}' }),
    () => true,
  )
})
afterAll(() => vendor.stop())

const answer = z.object({ amount: z.string() })
const ask = (more = {}) => askVendor({ vendor: 'Relay', url: vendor.url, answer, ...more })
const unavailable = expect.objectContaining({ code: 'service_unavailable', status: 503 })

test('an amount keeps every digit that a company wrote', async () => {
  expect(await ask()).toEqual({ amount: '0.1234567890123456789' })
})

test.each([
  ['1', '1'],
  ['-0.50', '-0.50'],
  ['1e21', '1e21'],
  ['[1,"2",{"3":4}]', ['1', '2', { '3': '4' }]],
  ['"say \\"1\\" and \\\\"', 'say "1" and \\'],
  ['{"a":true,"b":null}', { a: true, b: null }],
])('%s is read with its numbers as text', (json, read) => {
  expect(parseExactly(json)).toEqual(read)
})

test('what is no JSON is none', () => {
  expect(() => parseExactly('{1')).toThrow(SyntaxError)
})

test.each(['"', '"\\"', '["', '1', '-', '1e', '{"a":'])(
  'half a megabyte of %j is read in linear time: nobody else waits for it',
  piece => {
    const text = piece.repeat(Math.ceil((512 * 1024) / piece.length))
    // The processor's time: other programs take none of it.
    const before = process.cpuUsage()
    try {
      parseExactly(`"${text}`)
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError)
    }
    expect(process.cpuUsage(before).user).toBeLessThan(200_000)
  },
)

test('a company that does not answer in time was not asked', async () => {
  const held = vendor.holdNext()
  await expect(ask({ timeoutMs: 50 })).rejects.toEqual(unavailable)
  held.release()
})

test('a company says by 404 that it has no such thing, and by what else is named', async () => {
  vendor.answerNext({ status: 404 })
  expect(await ask()).toBeNull()
  vendor.answerNext({ status: 400 })
  expect(await ask({ nothing: [400] })).toBeNull()
  vendor.answerNext({ status: 400 })
  await expect(ask()).rejects.toEqual(unavailable)
})
