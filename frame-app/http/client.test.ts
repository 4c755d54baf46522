import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createHttpClient, type HttpRequest } from './client.ts'
import { plainCalls } from './plain-calls.ts'

const answer = z.object({ value: z.number() })
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

function setUp(...responses: readonly (Response | Error)[]) {
  const waiting = [...responses]
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const next = waiting.shift()
    if (next === undefined) throw new Error('No answer was prepared for this call.')
    if (next instanceof Error) throw next
    return next
  })
  let isOnline = true
  let language: string | null = null
  const http = createHttpClient({
    appId: 'app_test',
    origin: 'https://wallet.example',
    analyticsId: 'ca-id',
    dpopNonce: 'first',
    isOnline: () => isOnline,
    language: () => language,
    fetch,
  })
  return {
    fetch,
    http,
    setLanguage: (tag: string) => {
      language = tag
    },
    goOffline: () => {
      isOnline = false
    },
    get: (more: Partial<HttpRequest<{ value: number }>> = {}) =>
      http.request({ method: 'GET', path: '/users/me', answer, ...more }),
    post: (more: Partial<HttpRequest<{ value: number }>> = {}) =>
      http.request({ method: 'POST', path: '/sessions', body: { a: 1 }, answer, ...more }),
  }
}

/** A server that never answers, as far as `fetch` lets it. */
const hang: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

afterEach(() => {
  vi.useRealTimers()
})

test('sends the headers of the contract, JSON, and no cookies', async () => {
  const { post, fetch } = setUp(json(200, { value: 1 }))
  await expect(post({ headers: async url => ({ dpop: `proof for ${url}` }) })).resolves.toEqual({ value: 1 })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('https://wallet.example/api/v1/sessions')
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit', redirect: 'error', body: '{"a":1}' })
  expect(init?.headers).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'vitrine-app-id': 'app_test',
    'vitrine-client': expect.stringMatching(/^vitrine-frame:\d/),
    'vitrine-ca-id': 'ca-id',
    dpop: 'proof for https://wallet.example/api/v1/sessions',
  })
})

test('an answer loses what the contract does not name', async () => {
  const { get } = setUp(json(200, { value: 1, secret: 2 }))
  await expect(get()).resolves.toEqual({ value: 1 })
})

test('asks for the language of the site’s choice; without one the browser says its own', async () => {
  const { fetch, post, setLanguage } = setUp(json(200, { value: 1 }), json(200, { value: 1 }))
  await post()
  setLanguage('ja')
  await post()
  const languages = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('accept-language'))
  expect(languages).toEqual([null, 'ja'])
})

describe('the calls without a session', () => {
  const signal = new AbortController().signal

  test('get: no body, the headers of the caller beside ours, the answer checked', async () => {
    const { http, fetch } = setUp(json(200, { value: 1, more: 2 }))
    const got = await plainCalls(http).get('/farcaster/status', answer, signal, { 'channel-token': 'abc' })
    expect(got).toEqual({ value: 1 })
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('https://wallet.example/api/v1/farcaster/status')
    expect(init).toMatchObject({ method: 'GET', credentials: 'omit' })
    expect(init).not.toHaveProperty('body')
    expect(init?.headers).toMatchObject({ 'channel-token': 'abc', 'vitrine-app-id': 'app_test' })
  })

  test('get: is asked a second time, and ends with its signal', async () => {
    vi.useFakeTimers()
    const { http, fetch } = setUp(json(503, {}), json(200, { value: 2 }))
    const call = plainCalls(http).get('/farcaster/status', answer, signal)
    await vi.runAllTimersAsync()
    await expect(call).resolves.toEqual({ value: 2 })
    expect(fetch).toHaveBeenCalledTimes(2)
    await expect(plainCalls(http).get('/x', answer, AbortSignal.abort('left'))).rejects.toBe('left')
  })

  test('post: once, with its body', async () => {
    const { http, fetch } = setUp(json(503, {}))
    const call = plainCalls(http).post('/guest/authenticate', { a: 1 }, answer, signal)
    await expect(call).rejects.toMatchObject({ status: 503 })
    expect(fetch.mock.calls.map(([, init]) => [init?.method, init?.body])).toEqual([['POST', '{"a":1}']])
  })
})

describe('the nonce for proofs of the device’s key', () => {
  const nonce = (value: string) => ({ 'dpop-nonce': value })

  test('is the document’s, then that of the latest answer that has one, good or bad', async () => {
    const { http, get, post } = setUp(
      json(200, { value: 1 }, nonce('second')),
      json(200, { value: 1 }),
      json(422, {}, nonce('third')),
    )
    expect(http.dpopNonce()).toBe('first')
    await get()
    await get()
    expect(http.dpopNonce()).toBe('second')
    await expect(post()).rejects.toMatchObject({ status: 422 })
    expect(http.dpopNonce()).toBe('third')
  })

  test.each([400, 401])(
    'is taken from a refusal with %i, and the call made once more with it',
    async status => {
      const refusal = () => json(status, { error: 'No.', code: 'use_dpop_nonce' }, nonce('new'))
      const { http, post, fetch } = setUp(refusal(), json(200, { value: 1 }))
      const headers = async () => ({ dpop: `${http.dpopNonce()}` })
      await expect(post({ headers })).resolves.toEqual({ value: 1 })
      const proofs = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('dpop'))
      expect(proofs).toEqual(['first', 'new'])
      const again = setUp(refusal(), refusal(), json(200, { value: 1 }))
      await expect(again.post({ headers })).rejects.toMatchObject({ code: 'use_dpop_nonce' })
      expect(again.fetch).toHaveBeenCalledTimes(2)
    },
  )
})

describe('retries', () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'GET once on %i, with headers made anew',
    async status => {
      vi.useFakeTimers()
      const { get, fetch } = setUp(json(status, {}), json(200, { value: 2 }))
      const headers = vi.fn(async () => ({}))
      const call = get({ headers })
      await vi.runAllTimersAsync()
      await expect(call).resolves.toEqual({ value: 2 })
      expect(fetch).toHaveBeenCalledTimes(2)
      expect(headers).toHaveBeenCalledTimes(2)
    },
  )
  test('GET no more than once', async () => {
    vi.useFakeTimers()
    const { get, fetch } = setUp(json(503, {}), json(503, {}), json(200, { value: 2 }))
    const call = expect(get()).rejects.toMatchObject({ status: 503 })
    await vi.runAllTimersAsync()
    await call
    expect(fetch).toHaveBeenCalledTimes(2)
  })
  test.each([400, 401, 403, 404, 422, 501])('GET not on %i', async status => {
    const { get, fetch } = setUp(json(status, {}), json(200, { value: 2 }))
    await expect(get()).rejects.toMatchObject({ status })
    expect(fetch).toHaveBeenCalledOnce()
  })
  test('GET not before the server’s Retry-After', async () => {
    vi.useFakeTimers()
    const { get, fetch } = setUp(json(429, {}, { 'retry-after': '4' }), json(200, { value: 2 }))
    const call = get()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(fetch).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(call).resolves.toEqual({ value: 2 })
  })
  test('GET not at all where Retry-After is beyond the call’s own time: the error tells how long', async () => {
    const { get, fetch } = setUp(json(503, {}, { 'retry-after': '30' }), json(200, { value: 2 }))
    await expect(get()).rejects.toMatchObject({ status: 503, data: { retryAfter: 30 } })
    expect(fetch).toHaveBeenCalledOnce()
  })
  test('POST never: it may have done its work', async () => {
    const { post, fetch } = setUp(json(503, {}), json(200, { value: 2 }))
    await expect(post()).rejects.toMatchObject({ status: 503 })
    expect(fetch).toHaveBeenCalledOnce()
  })
})

describe('errors', () => {
  test('the code, sentence and status of the server', async () => {
    const { post } = setUp(json(429, { error: 'Wait.', code: 'too_many_requests' }, { 'retry-after': '30' }))
    await expect(post()).rejects.toMatchObject({
      name: 'VitrineError',
      type: 'api_error',
      code: 'too_many_requests',
      message: 'Wait.',
      status: 429,
      data: { retryAfter: 30 },
    })
  })
  test('the facts that the code’s list names, and nothing else that a body brings', async () => {
    const data = {
      errorTitle: 'Members only',
      errorCtaLink: 'https://shop.example/join',
      stack: 'at …',
      nonce: 'x',
    }
    const { post } = setUp(json(403, { error: 'No.', code: 'allowlist_rejected', data }))
    const { errorTitle, errorCtaLink } = data
    await expect(post()).rejects.toMatchObject({
      code: 'allowlist_rejected',
      data: { errorTitle, errorCtaLink },
    })
    const other = setUp(json(403, { error: 'No.', code: 'policy_violation', data }))
    await expect(other.post()).rejects.not.toHaveProperty('data')
  })
  test.each([
    ['a proxy’s HTML', new Response('<h1>Bad gateway</h1>', { status: 502 }), 'service_unavailable'],
    ['a code that is not ours', json(418, { error: 'x', code: '__proto__' }), 'internal_error'],
    ['no body', new Response(null, { status: 403 }), 'internal_error'],
  ])('%s', async (_, response, code) => {
    const { post } = setUp(response)
    await expect(post()).rejects.toMatchObject({ type: 'api_error', code, status: response.status })
  })
  test('what a proxy wrote is not shown', async () => {
    const { post } = setUp(new Response('<h1>nginx at 10.0.0.7</h1>', { status: 502 }))
    await expect(post()).rejects.toMatchObject({ message: expect.not.stringContaining('10.0.0.7') })
  })
  test.each([
    ['another shape', json(200, { value: 'one' })],
    ['no JSON', new Response('hello')],
  ])('an answer of %s', async (_, response) => {
    const { post } = setUp(response)
    await expect(post()).rejects.toMatchObject({ type: 'client_error', code: 'service_unavailable' })
  })
  test('offline is said in words', async () => {
    const { post, goOffline } = setUp(new TypeError('Failed to fetch'))
    goOffline()
    await expect(post()).rejects.toMatchObject({
      code: 'service_unavailable',
      message: 'You’re offline. Check your connection and try again.',
    })
  })
  test('a server that cannot be reached is not called offline', async () => {
    const { post } = setUp(new TypeError('Failed to fetch'))
    await expect(post()).rejects.toMatchObject({ message: expect.stringContaining('cannot be reached') })
  })
})

describe('ends', () => {
  test('after 20 s', async () => {
    vi.useFakeTimers()
    const { post, fetch } = setUp()
    fetch.mockImplementation(hang)
    const settled = vi.fn()
    const call = post().catch(settled)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await call
    expect(settled.mock.calls[0]?.[0]).toMatchObject({
      code: 'client_request_timeout',
      message: 'Request timed out',
    })
  })
  test('with the caller’s reason when the caller aborts', async () => {
    const { post, fetch } = setUp()
    fetch.mockImplementation(hang)
    const controller = new AbortController()
    const call = post({ signal: controller.signal })
    const reason = new Error('left')
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })
  test('before it starts when the caller has aborted already', async () => {
    const { post, fetch } = setUp()
    await expect(post({ signal: AbortSignal.abort('left') })).rejects.toBe('left')
    expect(fetch).not.toHaveBeenCalled()
  })
})
