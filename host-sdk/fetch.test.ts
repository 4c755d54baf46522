// In a process of its own: it turns on the collector of the engine, which stays on for all that follows.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FetchCall, FetchHead, FetchPiece } from '@vitrine/shared/bridge/page-fetch.ts'
import { FETCH_BODY_LIMIT } from '@vitrine/shared/bridge/policies.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, test, vi } from 'vitest'
import { fetchThroughFrame } from './fetch.ts'

const URL_OF = 'https://api.shop.example/orders'
const HEAD: FetchHead = {
  url: URL_OF,
  status: 200,
  statusText: 'Fine',
  headers: [['content-type', 'text/plain']],
  hasBody: true,
}
const bytes = (text: string) => new TextEncoder().encode(text)

/** The frame's side as a test has it answer; keeps what it was asked. */
function frame(pieces: readonly (FetchPiece | Promise<FetchPiece>)[], head: Partial<FetchHead> = {}) {
  const asked: FetchCall[] = []
  const left = [...pieces]
  const step = async (call: FetchCall) => {
    asked.push(call)
    if (call.do === 'open') return { ...HEAD, ...head }
    return call.do === 'read' ? left.shift() : undefined
  }
  const did = () => asked.map(call => call.do)
  return { asked, did, fetch: through(step) }
}
/** `vitrine.fetch` over such a frame. */
const through = (step: (call: FetchCall) => Promise<unknown>) =>
  fetchThroughFrame.bind(null, (_, call) => step(call as FetchCall) as never)
const never = new Promise<never>(() => {})

describe('the request', () => {
  test('is what the platform makes of it, with its body as bytes', async () => {
    const { fetch, asked } = frame([{ done: true }])
    await fetch(new Request(URL_OF, { method: 'put', headers: { 'x-a': '1' } }), {
      body: new URLSearchParams({ a: 'b c' }),
    })
    expect(asked[0]).toEqual({
      do: 'open',
      id: expect.stringMatching(/^[\w-]{36}$/),
      url: URL_OF,
      method: 'PUT',
      headers: [
        ['content-type', 'application/x-www-form-urlencoded;charset=UTF-8'],
        ['x-a', '1'],
      ],
      body: bytes('a=b+c'),
    })
  })

  test('without a body has none', async () => {
    const { fetch, asked } = frame([{ done: true }])
    await fetch(new URL(URL_OF))
    expect(asked[0]).not.toHaveProperty('body')
  })

  test.each([
    [
      'a body that is too long',
      { method: 'POST', body: new Uint8Array(FETCH_BODY_LIMIT + 1) },
      '10000001 bytes',
    ],
    ['another method', { method: 'OPTIONS' }, 'OPTIONS is none of'],
    ['integrity', { integrity: `sha256-${'a'.repeat(43)}=` }, '`integrity` is not checked'],
  ])('with %s is refused here', async (_, init, says) => {
    const { fetch, asked } = frame([])
    await expect(fetch(URL_OF, init)).rejects.toMatchObject({
      code: 'invalid_data',
      message: expect.stringContaining(says),
    })
    expect(asked).toEqual([])
  })

  test('that cannot be is the platform’s TypeError', async () => {
    const { fetch } = frame([])
    await expect(fetch(URL_OF, { body: 'x' })).rejects.toThrow(TypeError)
    await expect(fetch('https://ada@api.shop.example')).rejects.toThrow(TypeError)
  })

  test('that the frame refuses rejects with its error', async () => {
    const refusal = clientError('not_supported', 'Not listed.')
    const fetch = through(async ({ do: what }) => {
      if (what === 'open') throw refusal
    })
    await expect(fetch(URL_OF)).rejects.toBe(refusal)
  })
})

describe('the response', () => {
  test('is a Response whose body comes piece by piece, over silences', async () => {
    const { fetch } = frame([{ piece: bytes('one ') }, {}, {}, { piece: bytes('two') }, { done: true }])
    const response = await fetch(URL_OF)
    expect(response).toBeInstanceOf(Response)
    expect(response).toMatchObject({ ok: true, status: 200, statusText: 'Fine', url: URL_OF })
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(await response.text()).toBe('one two')
  })

  test('is not read ahead of the page', async () => {
    const { fetch, did } = frame([{ piece: bytes('one') }, { piece: bytes('two') }, never])
    const reader = (await fetch(URL_OF)).body?.getReader()
    await vi.waitFor(() => expect(did()).toEqual(['open', 'read']))
    await new Promise(resolve => setTimeout(resolve))
    expect(did()).toEqual(['open', 'read'])
    await reader?.read()
    await vi.waitFor(() => expect(did()).toEqual(['open', 'read', 'read']))
  })

  test.each([204, 304])('with status %i has no body, and nothing is read', async status => {
    const { fetch, did } = frame([], { status, hasBody: false })
    const response = await fetch(URL_OF)
    expect(response.body).toBeNull()
    expect(did()).toEqual(['open'])
  })

  test('that the frame lost in the middle is an error and no end', async () => {
    const lost = clientError('connection_lost', 'The wallet frame was loaded again.')
    const failing = Promise.reject(lost)
    failing.catch(() => {})
    const { fetch } = frame([{ piece: bytes('one') }, failing])
    await expect((await fetch(URL_OF)).json()).rejects.toBe(lost)
  })
})

describe('giving up', () => {
  const reason = new Error('changed my mind')

  test('before it begins asks nothing', async () => {
    const { fetch, asked } = frame([])
    await expect(fetch(URL_OF, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(asked).toEqual([])
  })

  test('before the headers rejects with the signal’s reason, and the frame is told', async () => {
    const controller = new AbortController()
    const asked: string[] = []
    const fetch = through(async ({ do: what }) => {
      asked.push(what)
      if (what === 'open') controller.abort(reason)
      return what === 'open' ? never : undefined
    })
    const fetched = fetch(URL_OF, { signal: controller.signal })
    await expect(fetched).rejects.toBe(reason)
    expect(asked).toContain('cancel')
  })

  test('in the middle ends the body with the signal’s reason, and the frame is told', async () => {
    const controller = new AbortController()
    const { fetch, did } = frame([{ piece: bytes('one') }, never])
    const response = await fetch(URL_OF, { signal: controller.signal })
    const text = response.text()
    await vi.waitFor(() => expect(did()).toEqual(['open', 'read', 'read']))
    controller.abort(reason)
    await expect(text).rejects.toBe(reason)
    expect(did()).toContain('cancel')
  })

  test('in the middle does so, too, when the engine has collected what nobody holds any more', async () => {
    const controller = new AbortController()
    const { fetch, did } = frame([{ piece: bytes('one') }, never])
    const text = (await fetch(URL_OF, { signal: controller.signal })).text()
    await vi.waitFor(() => expect(did()).toEqual(['open', 'read', 'read']))
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
    controller.abort(reason)
    await expect(text).rejects.toBe(reason)
  })

  test('by cancelling the body tells the frame', async () => {
    const { fetch, did } = frame([{ piece: bytes('one') }, never])
    await (await fetch(URL_OF)).body?.cancel()
    expect(did()).toContain('cancel')
  })
})
