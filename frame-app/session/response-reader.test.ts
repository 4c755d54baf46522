import { afterEach, expect, test, vi } from 'vitest'
import { createResponseReader, PIECE_LIMIT, RESPONSE_LIMIT } from './response-reader.ts'

const signal = new AbortController().signal
afterEach(() => vi.useRealTimers())

/** A body that gives these pieces, one for each time it is asked, and counts how often that was. */
function bodyOf(pieces: Iterable<Uint8Array<ArrayBuffer>>) {
  const iterator = pieces[Symbol.iterator]()
  const pulls = vi.fn()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        pulls()
        const { value, done } = iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, pulls }
}

test('no piece is larger than the bridge carries at once, and none is lost', async () => {
  const sent = crypto.getRandomValues(new Uint8Array(60_000))
  const long = new Uint8Array(PIECE_LIMIT * 2 + sent.length)
  long.set(sent, PIECE_LIMIT * 2)
  const reader = createResponseReader(bodyOf([long]).body, signal)
  const lengths: number[] = []
  const read: Uint8Array[] = []
  for (;;) {
    const { piece, done } = await reader.read()
    if (done) break
    lengths.push(piece?.length ?? 0)
    // Its own memory and no more: a view would bring the whole of it across.
    expect(piece?.buffer.byteLength).toBe(piece?.length)
    if (piece) read.push(piece)
  }
  expect(lengths).toEqual([PIECE_LIMIT, PIECE_LIMIT, 60_000])
  expect(Buffer.concat(read).equals(long)).toBe(true)
})

test('the backend is asked one piece ahead and no further', async () => {
  const { body, pulls } = bodyOf(
    (function* () {
      for (;;) yield new Uint8Array(10)
    })(),
  )
  const reader = createResponseReader(body, signal)
  await Promise.resolve()
  expect(pulls).toHaveBeenCalledTimes(1)
  await reader.read()
  await Promise.resolve()
  expect(pulls).toHaveBeenCalledTimes(2)
  expect(reader.isOver).toBe(false)
})

test('the end of a short body is known before anybody reads it', async () => {
  const reader = createResponseReader(bodyOf([new Uint8Array(3)]).body, signal)
  await reader.read()
  await vi.waitFor(() => expect(reader.isOver).toBe(true))
  expect(await reader.read()).toEqual({ done: true })
})

test('a body that is too long ends there', async () => {
  const mega = new Uint8Array(1_000_000)
  const { body } = bodyOf(Array.from({ length: RESPONSE_LIMIT / mega.length + 1 }, () => mega))
  const reader = createResponseReader(body, signal)
  let received = 0
  const readAll = async () => {
    for (;;) {
      const { piece, done } = await reader.read()
      if (done) return
      received += piece?.length ?? 0
    }
  }
  await expect(readAll()).rejects.toMatchObject({
    code: 'invalid_data',
    message: expect.stringContaining('100 MB'),
  })
  expect(received).toBe(RESPONSE_LIMIT)
})

test('silence is answered for, and loses nothing', async () => {
  vi.useFakeTimers()
  let say: (piece: Uint8Array<ArrayBuffer>) => void = () => {}
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      say = piece => controller.enqueue(piece)
    },
  })
  const reader = createResponseReader(body, signal)
  const quiet = reader.read()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await quiet).toEqual({})
  say(new Uint8Array([7]))
  expect(await reader.read()).toEqual({ piece: new Uint8Array([7]) })
})

test('two reads at once are refused: their pieces would have no order', async () => {
  const reader = createResponseReader(new ReadableStream(), signal)
  void reader.read().catch(() => {})
  await expect(reader.read()).rejects.toMatchObject({ code: 'invalid_data' })
})

test('a backend that breaks off is no end', async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.error(new TypeError('network error'))
    },
  })
  const reader = createResponseReader(body, signal)
  await expect(reader.read()).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('broke off'),
  })
})
