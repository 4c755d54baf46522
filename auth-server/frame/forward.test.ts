import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forward, isForApi } from './forward.ts'

/** An API process in a stranger's hands: it answers as the test says. */
let answerAs: RequestListener
let seen: IncomingMessage[] = []
let bodies: string[] = []

const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const socketPath = join(folder, 'api.sock')
const agent = new Agent({ keepAlive: true })
const api = createServer((incoming, outgoing) => {
  seen.push(incoming)
  answerAs(incoming, outgoing)
})
const front = createServer((incoming, outgoing) => {
  const { pathname, search } = new URL(incoming.url ?? '', 'http://localhost')
  forward({ socketPath, agent }, `${pathname}${search}`, incoming, outgoing, 'https://wallet.example')
})
beforeAll(async () => {
  api.listen(socketPath)
  front.listen(0, '127.0.0.1')
  await Promise.all([once(api, 'listening'), once(front, 'listening')])
})
afterAll(async () => {
  agent.destroy()
  for (const server of [api, front]) await close(server)
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  seen = []
  bodies = []
  answerAs = async (incoming, outgoing) => {
    bodies.push(await text(incoming))
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  }
})

const close = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
const address = () => `http://127.0.0.1:${(front.address() as AddressInfo).port}`
const ask = (path: string, init?: RequestInit) => fetch(`${address()}${path}`, init)

describe('a browser that goes to an address of the API', () => {
  const navigate = (path: string) => ask(path, { headers: { accept: 'text/html,*/*;q=0.8' } })

  test.each([
    [404, 'There is nothing here.'],
    [403, 'You can’t open this page here.'],
    [405, 'Go back to the site'],
    [429, 'Wait a few minutes'],
    [500, 'Something went wrong'],
  ])('gets a page of ours for a %i, and no word of the answer', async (status, said) => {
    answerAs = (_, outgoing) =>
      outgoing
        .writeHead(status, { 'content-type': 'application/json', 'retry-after': '3', 'set-cookie': 'a=1' })
        .end('{"error":"Call 0900"}')
    const answer = await navigate('/api/v1/x')
    const html = await answer.text()
    expect(answer.status).toBe(status)
    expect(html).toContain(said)
    expect(html).not.toContain('0900')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; .*frame-ancestors 'none'$/,
    )
  })

  test('gets what is no error as data all the same', async () => {
    const answer = await navigate('/api/v1/x')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('content-security-policy')).toMatch(/sandbox$/)
  })
})

describe('an answer of an API process in a stranger’s hands', () => {
  test('sets no cookie, leads nowhere, clears nothing and registers nothing', async () => {
    answerAs = (_, outgoing) =>
      outgoing
        .writeHead(201, {
          'set-cookie': 'session=1',
          location: 'https://evil.example',
          refresh: '0;url=https://evil.example',
          link: '<https://evil.example>; rel=preload',
          'clear-site-data': '"storage"',
          'service-worker-allowed': '/',
          'x-not-invented-yet': '1',
          'access-control-allow-credentials': 'true',
          'content-type': 'application/json',
          'retry-after': '3',
        })
        .end('{}')
    const { status, headers } = await ask('/api/v1/x')
    expect(status).toBe(201)
    const told = [...headers.keys()].filter(name => !['connection', 'keep-alive', 'date'].includes(name))
    expect(told.sort()).toEqual([
      'content-security-policy',
      'content-type',
      'cross-origin-resource-policy',
      'referrer-policy',
      'retry-after',
      'strict-transport-security',
      'transfer-encoding',
      'x-content-type-options',
    ])
  })

  test.each([
    'text/html',
    'text/html; charset=utf-8',
    'image/svg+xml',
    'text/javascript',
    'application/xhtml+xml',
    'application/jsonp',
  ])('that calls itself %s is text that runs nothing', async type => {
    answerAs = (_, outgoing) =>
      outgoing
        .writeHead(200, { 'content-type': type, 'content-security-policy': "script-src 'unsafe-inline'" })
        .end('<script>alert(1)</script>')
    const { headers } = await ask('/api/v1/x')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox$/)
  })

  test('without a type has none that a browser may guess', async () => {
    answerAs = (_, outgoing) => outgoing.writeHead(200).end('<script>alert(1)</script>')
    const { headers } = await ask('/api/v1/x')
    expect(headers.get('content-type')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })
})

describe('a request', () => {
  test('comes with the address of the connection, whatever it says itself', async () => {
    await ask('/api/v1/x', {
      headers: { 'vitrine-client-address': '203.0.113.7', 'x-forwarded-for': '198.51.100.1' },
    })
    expect(seen[0]?.headers).toMatchObject({
      'vitrine-client-address': '127.0.0.1',
      'x-forwarded-for': '198.51.100.1',
      host: address().slice('http://'.length),
    })
  })

  test('and its answer come as they are, a long one too', async () => {
    const body = 'ü'.repeat(500_000)
    answerAs = (incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      incoming.pipe(outgoing)
    }
    const answer = await ask('/api/v1/x?a=%2F..', { method: 'POST', body })
    expect(await answer.text()).toBe(body)
    expect(seen[0]?.url).toBe('/api/v1/x?a=%2F..')
  })

  test('is answered piece by piece', async () => {
    let end: () => void = () => undefined
    answerAs = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.write('first')
      end = () => outgoing.end('last')
    }
    const reader = (await ask('/api/v1/x')).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('first')
    end()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last')
  })

  test('that is answered before all of it is here ends its connection, and says so', async () => {
    answerAs = (_, outgoing) => outgoing.writeHead(400).end()
    const socket = connect((front.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST /api/v1/first HTTP/1.1\r\nhost: x\r\ncontent-length: 9000000\r\n\r\n{')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*\r\nconnection: close\r\n/is)
    // One that is here leaves it open.
    answerAs = async (incoming, outgoing) => {
      await text(incoming)
      outgoing.writeHead(400).end()
    }
    const whole = await ask('/api/v1/second', { method: 'POST', body: '{}' })
    expect([whole.status, whole.headers.get('connection')]).toEqual([400, 'keep-alive'])
  })

  test('that has a body where none belongs does not become two', async () => {
    const smuggled = 'GET /api/v1/second HTTP/1.1\r\nhost: x\r\n\r\n'
    for (const length of [`content-length: ${smuggled.length}`, 'transfer-encoding: chunked']) {
      const socket = connect((front.address() as AddressInfo).port, '127.0.0.1')
      const content = length.startsWith('transfer')
        ? `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`
        : smuggled
      socket.write(
        `GET /api/v1/first HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${length}\r\n\r\n${content}`,
      )
      expect((await text(socket)).match(/HTTP\/1.1 200/g)).toHaveLength(1)
    }
    expect(seen.map(({ url }) => url)).toEqual(['/api/v1/first', '/api/v1/first'])
    expect(bodies).toEqual(['', ''])
  })

  test.each(['PUT', 'OPTIONS', 'PROPFIND'])('by %s is nothing’s', async method => {
    const call = request(`${address()}/api/v1/x`, { method })
    call.end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(404)
    expect(JSON.parse(await text(answer))).toMatchObject({ code: 'not_found' })
    expect(seen).toEqual([])
  })

  test('that nobody waits for any more ends at the API too', async () => {
    const gone = new Promise<void>(resolve => {
      answerAs = (_, outgoing) => outgoing.on('close', resolve)
    })
    const leaving = new AbortController()
    const asked = ask('/api/v1/x', { signal: leaving.signal }).catch((error: Error) => error.name)
    await expect.poll(() => seen.length).toBe(1)
    leaving.abort()
    expect(await asked).toBe('AbortError')
    await gone
  })

  test('without an API process is told to come again, and health says who is away', async () => {
    await close(api)
    const answer = await ask('/api/v1/x', { method: 'POST', body: '{}' })
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '2',
      expect.objectContaining({ code: 'service_unavailable' }),
    ])
    const health = await ask('/health')
    expect([health.status, await health.json()]).toEqual([503, { ok: false, api: false }])
    api.listen(socketPath)
    await once(api, 'listening')
    expect((await ask('/api/v1/x')).status).toBe(200)
  })
})

test.each([
  ['/api/v1/apps/a', true],
  ['/health', true],
  ['/health/', true],
  ['/dev/inbox', false],
  ['/frame/app_1', false],
  ['/apps/app_1/frame', false],
  ['/captcha/turnstile/app_1', false],
  ['/healthy', false],
  ['/apiary', false],
])('%s is for the API: %s', (path, isApi) => {
  expect(isForApi(path, false)).toBe(isApi)
  expect(isForApi('/dev/inbox', true)).toBe(true)
})
