import { expect, test } from 'vitest'
import { createFrameReader, encodeFrame, MAX_FRAME_BYTES } from './framing.ts'

const messages = [{ a: 1 }, 'ü'.repeat(1000), null, [[]], { b: 'x'.repeat(5000) }]
const stream = Buffer.concat(messages.map(encodeFrame))

test.each([1, 2, 3, 5, 7, 1024, stream.length])('reads frames from chunks of %i bytes', size => {
  const read = createFrameReader()
  const seen: unknown[] = []
  for (let at = 0; at < stream.length; at += size) seen.push(...read(stream.subarray(at, at + size)))
  expect(seen).toEqual(messages)
})

test('refuses a frame that is too long by its header, before any of it is buffered', () => {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(MAX_FRAME_BYTES + 1)
  expect(() => createFrameReader()(header)).toThrow(RangeError)
})

test('refuses to write a frame that is too long', () => {
  expect(() => encodeFrame('x'.repeat(MAX_FRAME_BYTES))).toThrow(RangeError)
})

test('refuses what is not JSON', () => {
  const bytes = encodeFrame('xxxx')
  bytes[4] = 0
  expect(() => createFrameReader()(bytes)).toThrow(SyntaxError)
})
