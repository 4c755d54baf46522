import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FetchHead } from '@vitrine/shared/bridge/page-fetch.ts'
import { FETCH_BODY_LIMIT } from '@vitrine/shared/bridge/policies.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '../core/store.ts'
import { toClientUser } from './client-user.ts'
import { backendUrl, createPageFetch } from './page-fetch.ts'
import { ANONYMOUS, type SessionSnapshot } from './session.ts'
import { accessTokenOf, deferred, HOUR_MS, wireUserOf } from './testing/session-fixtures.ts'

const WALLET = 'https://wallet.example'
const TOKEN = accessTokenOf({ expiresInMs: HOUR_MS })
const as = (id: string): SessionSnapshot => ({
  status: 'authenticated',
  user: toClientUser(wireUserOf(id)),
  wallets: [],
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A backend of the site, on a port of its own. */
let servers: Server[] = []
async function backend(answer: Answer): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
beforeEach(() => {
  servers = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** The frame's side, asked as a page asks; `fetch` is the platform's own. */
function frameFor(origins: readonly string[], accessToken = async () => TOKEN, origin = WALLET) {
  const complete = createStore<SessionSnapshot>(as('user_1'))
  const boot = { textContent: JSON.stringify({ fetchOrigins: origins }) }
  const frame = { document: { getElementById: () => boot }, location: { origin }, fetch } as never
  const step = createPageFetch({ session: { accessToken }, complete, frame })
  const open = (url: string, rest: object = {}) =>
    step({ do: 'open', id: 'a', url, method: 'GET', headers: [], ...rest }) as Promise<FetchHead>
  const text = async (id = 'a') => {
    const pieces: Uint8Array[] = []
    for (;;) {
      const { piece, done } = (await step({ do: 'read', id })) as { piece?: Uint8Array; done?: true }
      if (piece) pieces.push(piece)
      if (done) return Buffer.concat(pieces).toString()
    }
  }
  return { complete, step, open, text }
}

const echo: Answer = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    response.writeHead(201, { 'content-type': 'application/json', 'x-kept': 'yes' })
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        authorization: request.headers.authorization,
        referer: request.headers.referer,
        cookie: request.headers.cookie,
        custom: request.headers['x-custom'],
        body: Buffer.concat(chunks).toString(),
      }),
    )
  })
}

describe('a request of the page', () => {
  test('goes to a listed backend with the access token, and its answer comes piece by piece', async () => {
    const origin = await backend(echo)
    const { open, text } = frameFor([origin])
    const head = await open(`${origin}/orders?n=1`, {
      method: 'POST',
      headers: [['x-custom', 'mine']],
      body: new TextEncoder().encode('two shirts'),
    })
    expect(head).toMatchObject({ status: 201, url: `${origin}/orders?n=1`, hasBody: true })
    expect(head.headers).toContainEqual(['x-kept', 'yes'])
    expect(JSON.parse(await text())).toEqual({
      method: 'POST',
      url: '/orders?n=1',
      authorization: `Bearer ${TOKEN}`,
      custom: 'mine',
      body: 'two shirts',
    })
  })

  test.each([204, 205, 304])(
    'with status %i has no body where the browser gives it an empty stream',
    async status => {
      const complete = createStore<SessionSnapshot>(as('user_1'))
      const origin = 'https://api.shop.example'
      const boot = { textContent: JSON.stringify({ fetchOrigins: [origin] }) }
      const answer = Object.defineProperty(new Response(null, { status }), 'body', {
        value: new ReadableStream(),
      })
      const frame = {
        document: { getElementById: () => boot },
        location: { origin: WALLET },
        fetch: async () => answer,
      }
      const step = createPageFetch({
        session: { accessToken: async () => TOKEN },
        complete,
        frame: frame as never,
      })
      expect(await step({ do: 'open', id: 'a', url: origin, method: 'GET', headers: [] })).toMatchObject({
        status,
        hasBody: false,
      })
      await expect(step({ do: 'read', id: 'a' })).rejects.toMatchObject({ code: 'connection_lost' })
    },
  )

  test('with an answer that has no body leaves nothing to read', async () => {
    const origin = await backend((_, response) => response.writeHead(204).end())
    const { open, step } = frameFor([origin])
    expect(await open(origin)).toMatchObject({ status: 204, hasBody: false })
    await expect(step({ do: 'read', id: 'a' })).rejects.toMatchObject({ code: 'connection_lost' })
  })

  test('does not follow a redirect, with which the token would go elsewhere', async () => {
    const elsewhere = vi.fn<Answer>((_, response) => response.end())
    const other = await backend(elsewhere)
    const origin = await backend((_, response) => response.writeHead(307, { location: other }).end())
    const { open } = frameFor([origin, other])
    await open(origin).catch(() => {})
    expect(elsewhere).not.toHaveBeenCalled()
  })

  test('with a status beyond those of HTTP is refused, and its place is free again', async () => {
    const origin = await backend((_, response) => response.writeHead(999).end('x'))
    const { open, step } = frameFor([origin])
    await expect(open(origin)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('status 999'),
    })
    await expect(step({ do: 'read', id: 'a' })).rejects.toMatchObject({ code: 'connection_lost' })
  })

  test('is refused where a browser reports a redirect', async () => {
    const response = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(response)
    const { open } = frameFor(['https://api.shop.example'])
    await expect(open('https://api.shop.example/old')).rejects.toMatchObject({
      code: 'not_supported',
      message: expect.stringContaining('https://api.shop.example/old redirects elsewhere'),
    })
  })

  test('asks the browser for no cookie, no referrer, no cache and no redirect', async () => {
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response())
    const { open } = frameFor(['https://api.shop.example'])
    await open('https://api.shop.example')
    expect(asked.mock.calls[0]?.[1]).toMatchObject({
      mode: 'cors',
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
  })

  test.each([
    ['authorization', 'Bearer mine'],
    ['DPoP', 'proof'],
    ['Cookie', 'a=b'],
  ])('may not set %s', async (name, value) => {
    const seen = vi.fn(echo)
    const origin = await backend(seen)
    const { open } = frameFor([origin])
    await expect(open(origin, { headers: [[name, value]] })).rejects.toMatchObject({
      code: 'invalid_data',
      message: expect.stringContaining(name),
    })
    expect(seen).not.toHaveBeenCalled()
  })

  test.each([
    ['a method that is none', { method: 'TRACE' }, 'method'],
    ['a header that ends the line', { headers: [['a\r\nb', 'c']] }, 'headers'],
    ['an endless id', { id: 'x'.repeat(65) }, 'id'],
    ['a body that is too long', { method: 'POST', body: new Uint8Array(FETCH_BODY_LIMIT + 1) }, 'body'],
    ['a body of another kind', { method: 'POST', body: 'text' }, 'body'],
    ['no address', { url: undefined }, 'url'],
  ])('is refused with %s', async (_, change, named) => {
    const { open } = frameFor(['https://api.shop.example'])
    await expect(open('https://api.shop.example', change)).rejects.toMatchObject({
      code: 'invalid_data',
      message: expect.stringContaining(`\`${named}\``),
    })
  })

  test('does not tell the page the token that a backend sends back in a header', async () => {
    const origin = await backend((request, response) => {
      const { authorization = '' } = request.headers
      response.writeHead(200, { authorization, 'x-echo': authorization, 'x-other': 'kept' }).end()
    })
    const { open } = frameFor([origin])
    const { headers } = await open(origin)
    expect(headers).toContainEqual(['x-other', 'kept'])
    expect(JSON.stringify(headers)).not.toContain(TOKEN)
    expect(headers.map(([name]) => name)).not.toContain('authorization')
  })

  test('to a backend that does not answer is told which one', async () => {
    const origin = await backend(request => request.socket.destroy())
    const { open } = frameFor([origin])
    await expect(open(origin)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining(origin),
    })
  })
})

describe('the origins', () => {
  const LISTED = ['https://api.shop.example', WALLET]
  test('that the operator listed are reached', () => {
    expect(backendUrl('https://api.shop.example/x', LISTED, WALLET).href).toBe('https://api.shop.example/x')
  })

  test.each([
    'https://api.shop.example.evil.example/',
    'https://evil.example/https://api.shop.example',
    'http://api.shop.example/',
    'https://api.shop.example:444/',
    'https://API.shop.example.:443/',
    'data:text/plain,hi',
    'blob:https://api.shop.example/6ae1',
    'javascript:1',
    'wss://api.shop.example',
  ])('do not have %s among them', url => {
    expect(() => backendUrl(url, LISTED, WALLET)).toThrow(expect.objectContaining({ code: 'not_supported' }))
  })

  test('never have the wallet’s own, even where it is listed', () => {
    expect(() => backendUrl(`${WALLET}/api/v1/users/me`, LISTED, WALLET)).toThrow(
      expect.objectContaining({ code: 'not_supported', message: expect.stringContaining('wallet origin') }),
    )
  })

  test.each(['https://ada@api.shop.example/', 'https://:secret@api.shop.example/', '/orders', ''])(
    'are not asked for %j',
    url => {
      expect(() => backendUrl(url, LISTED, WALLET)).toThrow(expect.objectContaining({ code: 'invalid_data' }))
    },
  )

  test('are none where the document names none', async () => {
    const origin = await backend(echo)
    const complete = createStore<SessionSnapshot>(as('user_1'))
    const frame = { document: { getElementById: () => null }, location: { origin: WALLET }, fetch } as never
    const step = createPageFetch({ session: { accessToken: async () => TOKEN }, complete, frame })
    await expect(
      step({ do: 'open', id: 'a', url: origin, method: 'GET', headers: [] }),
    ).rejects.toMatchObject({ code: 'not_supported' })
  })
})

describe('what one person asked for', () => {
  /** Begins an answer and never ends it; resolves when the connection is closed. */
  const endless = async () => {
    const closed = deferred<void>()
    const origin = await backend((request, response) => {
      request.on('close', () => closed.resolve())
      response.on('close', () => closed.resolve())
      response.write('begun')
    })
    return { origin, closed: closed.promise }
  }

  test.each([
    ['logs out', ANONYMOUS],
    ['becomes another one', as('user_2')],
  ])('ends when the person %s, and the backend sees it', async (_, next) => {
    const { origin, closed } = await endless()
    const { open, step, complete } = frameFor([origin])
    await open(origin)
    await step({ do: 'read', id: 'a' })
    const reading = expect(step({ do: 'read', id: 'a' })).rejects.toMatchObject({
      code: 'must_be_authenticated',
    })
    complete.set(next)
    await reading
    await closed
  })

  test('goes on when only their profile changes', async () => {
    const { origin } = await endless()
    const { open, step, complete } = frameFor([origin])
    await open(origin)
    complete.set(as('user_1'))
    expect(await step({ do: 'read', id: 'a' })).toHaveProperty('piece')
    await step({ do: 'cancel', id: 'a' })
  })

  test('is not sent with the token of another, who logged in meanwhile', async () => {
    const seen = vi.fn(echo)
    const origin = await backend(seen)
    const { open } = frameFor([origin], async () => accessTokenOf({ sub: 'user_2', expiresInMs: HOUR_MS }))
    await expect(open(origin)).rejects.toMatchObject({ code: 'must_be_authenticated' })
    expect(seen).not.toHaveBeenCalled()
  })

  test('is not sent when they log out while the token is refreshed', async () => {
    const seen = vi.fn(echo)
    const origin = await backend(seen)
    const token = deferred<string>()
    const { open, complete } = frameFor([origin], () => token.promise)
    const opened = expect(open(origin)).rejects.toMatchObject({ code: 'must_be_authenticated' })
    complete.set(ANONYMOUS)
    token.resolve(TOKEN)
    await opened
    expect(seen).not.toHaveBeenCalled()
  })

  test('needs somebody who is logged in', async () => {
    const { open, complete } = frameFor(['https://api.shop.example'])
    complete.set(ANONYMOUS)
    await expect(open('https://api.shop.example')).rejects.toMatchObject({ code: 'must_be_authenticated' })
  })

  test('can be given up before the headers and after them', async () => {
    const seen = deferred<void>()
    const closed = deferred<void>()
    const silent = await backend((_, response) => {
      seen.resolve()
      response.on('close', () => closed.resolve())
    })
    const endlessBackend = await endless()
    const { open, step } = frameFor([silent, endlessBackend.origin])
    const opened = expect(open(silent)).rejects.toMatchObject({ code: 'connection_lost' })
    await seen.promise
    await step({ do: 'cancel', id: 'a' })
    await opened
    await closed.promise
    await open(endlessBackend.origin)
    await step({ do: 'cancel', id: 'a' })
    await endlessBackend.closed
  })
})

describe('responses that are open', () => {
  test('are sixteen at most; one that the backend has ended does not count', async () => {
    const origin = await backend((request, response) => {
      response.write('begun')
      if (request.url === '/short') response.end()
    })
    const { open, step, text } = frameFor([origin])
    for (let index = 0; index < 15; index++) await open(origin, { id: `open-${index}` })
    for (let index = 0; index < 20; index++) {
      // The end of the one before is on its way.
      await vi.waitFor(() => open(`${origin}/short`, { id: `short-${index}` }))
      // As a page's stream does by itself; it then leaves the end where it is.
      await step({ do: 'read', id: `short-${index}` })
    }
    await vi.waitFor(() => open(origin, { id: 'last' }))
    await expect(open(origin, { id: 'one-more' })).rejects.toMatchObject({ code: 'too_many_requests' })
    await step({ do: 'cancel', id: 'last' })
    await open(`${origin}/short`, { id: 'one-more' })
    expect(await text('one-more')).toBe('begun')
  })

  test('have an id of their own each', async () => {
    const origin = await backend((_, response) => void response.write('begun'))
    const { open } = frameFor([origin])
    await open(origin)
    await expect(open(origin)).rejects.toMatchObject({ code: 'invalid_data' })
  })

  test('are given up when nobody reads them', async () => {
    const closed = deferred<void>()
    const origin = await backend((_, response) => {
      response.on('close', () => closed.resolve())
      response.write('begun')
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { open, step } = frameFor([origin])
    await open(origin)
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    expect(await step({ do: 'read', id: 'a' })).toHaveProperty('piece')
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    await closed.promise
    await expect(step({ do: 'read', id: 'a' })).rejects.toMatchObject({ code: 'connection_lost' })
  })

  test('are given up when the backend does not begin its answer', async () => {
    const seen = deferred<void>()
    const origin = await backend(() => seen.resolve())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { open } = frameFor([origin])
    const opened = expect(open(origin)).rejects.toMatchObject({ code: 'client_request_timeout' })
    await seen.promise
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    await opened
  })
})
