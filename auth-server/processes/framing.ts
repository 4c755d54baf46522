/**
 * Frames of the sockets between our processes: four bytes, the length as an unsigned big-endian integer, then that many bytes of JSON.
 *
 * Requirements: a reader never buffers more than one frame of `MAX_FRAME_BYTES`; a length beyond it, or bytes that are
 * not JSON, end the connection, because what follows can no longer be told apart.
 */
export const MAX_FRAME_BYTES = 1024 * 1024

const HEADER_BYTES = 4

/** @throws RangeError when the message does not fit into one frame. */
export function encodeFrame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8')
  if (body.length > MAX_FRAME_BYTES) throw new RangeError('The message does not fit into one frame')
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length)
  frame.writeUInt32BE(body.length)
  body.copy(frame, HEADER_BYTES)
  return frame
}

/**
 * @returns a function that takes the next bytes of the stream and gives the messages that they complete.
 * It throws `RangeError` (length) or `SyntaxError` (JSON); the reader is of no use afterwards.
 */
export function createFrameReader(): (chunk: Buffer) => unknown[] {
  let chunks: Buffer[] = []
  let buffered = 0

  return chunk => {
    chunks.push(chunk)
    buffered += chunk.length
    const messages: unknown[] = []
    while (buffered >= HEADER_BYTES) {
      // Joined only when a frame is whole or its length unknown, so that many small chunks do not cost a copy each.
      const first = chunks[0]
      const head = first !== undefined && first.length >= HEADER_BYTES ? first : Buffer.concat(chunks)
      const length = head.readUInt32BE()
      if (length > MAX_FRAME_BYTES) throw new RangeError('The frame is too long')
      if (buffered < HEADER_BYTES + length) {
        if (head !== first) chunks = [head]
        break
      }
      const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
      messages.push(JSON.parse(bytes.toString('utf8', HEADER_BYTES, HEADER_BYTES + length)))
      const rest = bytes.subarray(HEADER_BYTES + length)
      chunks = rest.length > 0 ? [rest] : []
      buffered = rest.length
    }
    return messages
  }
}
