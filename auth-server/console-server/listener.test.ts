import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFrameListener } from '../frame/listener.ts'
import { readSettings } from '../settings.ts'
import { createConsoleListener } from './listener.ts'

const CONSOLE = 'https://console.example'
const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const socketPath = join(folder, 'api.sock')
const agent = new Agent({ keepAlive: true })

/** An API process in a stranger's hands: it answers as the test says. */
let asked: IncomingMessage[] = []
let answered: OutgoingHttpHeaders = {}
const api = createServer((incoming, outgoing) => {
  asked.push(incoming)
  outgoing.writeHead(200, { 'content-type': 'application/json', ...answered }).end('"the API"')
})
const settings = { ...readSettings({ VITRINE_ORIGIN: 'https://wallet.example' }), distDir: folder }
const consolePort = createServer(createConsoleListener(settings, CONSOLE, { socketPath, agent }))
const walletPort = createServer(
  createFrameListener(
    settings,
    'the script',
    { recipient: 'key', identity: 'key', signature: 'signature' },
    { socketPath, agent },
  ),
)
beforeAll(async () => {
  mkdirSync(join(folder, 'console/assets'), { recursive: true })
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'server/favicon.ico'), 'an icon')
  writeFileSync(join(folder, 'console/index.html'), '<!doctype html><title>Console</title>')
  writeFileSync(join(folder, 'console/assets/main-1a.js'), 'export {}')
  writeFileSync(join(folder, 'console/secret.txt'), 'not an asset')
  writeFileSync(join(folder, 'console/licenses.txt'), 'Notices')
  api.listen(socketPath)
  consolePort.listen(0, '127.0.0.1')
  walletPort.listen(0, '127.0.0.1')
  await Promise.all([api, consolePort, walletPort].map(server => once(server, 'listening')))
})
afterAll(async () => {
  agent.destroy()
  for (const server of [api, consolePort, walletPort]) {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  asked = []
  answered = {}
})

/** As written: no client makes the path simpler on the way. */
async function ask(path: string, headers: OutgoingHttpHeaders = {}, port = consolePort) {
  const call = request({ host: '127.0.0.1', port: (port.address() as AddressInfo).port, path, headers }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

const TOKEN = 'a'.repeat(43)
const NAME = '__Host-vitrine-console'
const OURS = `${NAME}=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=43200`

describe('the API process is told', () => {
  test('that a call came to the console, and of its cookies the operator’s alone', async () => {
    await ask('/api/v1/console/me', { cookie: `a=1; ${NAME}=${TOKEN}; b=2` })
    expect(asked[0]?.headers).toMatchObject({ 'vitrine-at-console': '1', cookie: `${NAME}=${TOKEN}` })
    await ask('/api/v1/console/me', { cookie: 'a=1' })
    expect(asked[1]?.headers).not.toHaveProperty('cookie')
  })

  test.each([
    `\xa0${NAME}=${TOKEN}`,
    `${NAME}\xa0=${TOKEN}`,
    `\x85${NAME}=${TOKEN}`,
    `\xef${NAME}=${TOKEN}`,
    `${NAME}=${TOKEN}\xa0`,
    `${NAME}=%0d%0ax-forwarded-for:`,
  ])('and no cookie that another site of the domain could have set as %j', async cookie => {
    await ask('/api/v1/console/me', { cookie })
    expect(asked[0]?.headers).not.toHaveProperty('cookie')
  })

  test('that a call came to the wallet, whatever the caller says, and of no cookie', async () => {
    const headers = { 'vitrine-at-console': '1', cookie: `${NAME}=${TOKEN}` }
    await ask('/api/v1/console/me', headers, walletPort)
    expect(asked[0]?.headers).not.toHaveProperty('vitrine-at-console')
    expect(asked[0]?.headers).not.toHaveProperty('cookie')
  })
})

describe('a browser is told', () => {
  const cookiesFor = async (cookie: string | string[], port = consolePort) => {
    answered = { 'set-cookie': cookie, 'clear-site-data': '"*"', location: 'https://evil.example' }
    const { headers } = await ask('/api/v1/console/login', {}, port)
    expect(headers).not.toHaveProperty('clear-site-data')
    expect(headers).not.toHaveProperty('location')
    return headers['set-cookie']
  }

  test('the operator’s cookie, and that it is over', async () => {
    expect(await cookiesFor(OURS)).toEqual([OURS])
    const over = `${NAME}=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0`
    expect(await cookiesFor(over)).toEqual([over])
  })

  test.each([
    ['of another name', OURS.replace(NAME, 'session')],
    ['that scripts read', OURS.replace('; HttpOnly', '')],
    ['for other hosts', `${OURS}; Domain=example`],
    ['for longer', OURS.replace('43200', '432000')],
    ['of another form', OURS.replace(TOKEN, 'short')],
    ['beside another', [OURS, 'a=1', OURS]],
  ])('no cookie %s', async (_, cookie) => {
    expect((await cookiesFor(cookie)) ?? []).toEqual([])
  })

  test('none at all by the wallet', async () => {
    expect(await cookiesFor(OURS, walletPort)).toBeUndefined()
  })

  test('nothing of the wallet, its health or its files on the console', async () => {
    for (const path of [
      '/health',
      '/frame/app_1',
      '/apps/app_1/frame',
      '/vitrine.js',
      '/dev/inbox',
      '/api/v2',
    ])
      expect([path, (await ask(path)).body.includes('the API')]).toEqual([path, false])
    for (const path of [
      '/health',
      '/vitrine.js',
      '/captcha/widget.js',
      '/api/x',
      '/assets/',
      '/assets/no.js',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    expect(asked).toEqual([])
  })

  test.each([
    '/api/v1/../../frame/app_1',
    '/api/v1/%2e%2e/%2e%2e/frame/app_1',
    '/api/v1/..%2f..%2fframe/app_1',
    '//frame/app_1',
    'http://console.example/frame/app_1',
  ])('nothing of what is between the processes: %s', async path => {
    await ask(path)
    expect(asked.filter(it => new URL(it.url ?? '', 'http://x').pathname !== it.url)).toEqual([])
    expect(asked.filter(it => !it.url?.startsWith('/api/v1/'))).toEqual([])
  })
})

describe('the console’s page', () => {
  test('is one document at each of its addresses, which loads its own files alone and nobody embeds or keeps', async () => {
    for (const path of ['/', '/enrol', '/apps/app_1/users?search=a']) {
      const { status, headers, body } = await ask(path)
      expect([path, status, body]).toEqual([path, 200, '<!doctype html><title>Console</title>'])
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.any(String),
      })
      const policy = String(headers['content-security-policy'])
      expect(policy.split('; ')).toEqual([
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'"],
        ...[
          "img-src 'self' data:",
          "connect-src 'self'",
          "frame-src 'self'",
          "form-action 'none'",
          "base-uri 'none'",
        ],
        ...["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
      ])
    }
  })

  test('the notices of its packages are plain text that caches may keep', async () => {
    const { status, headers, body } = await ask('/licenses.txt')
    expect([status, body]).toEqual([200, 'Notices'])
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=86400',
    })
  })

  test('has an icon, which caches keep for a day', async () => {
    const { status, headers, body } = await ask('/favicon.ico')
    expect([status, body]).toEqual([200, 'an icon'])
    expect(headers).toMatchObject({
      'content-type': 'image/x-icon',
      'cache-control': 'public, max-age=86400',
    })
  })

  test('has its files, kept by name, and no other of the folder', async () => {
    const { status, headers, body } = await ask('/assets/main-1a.js')
    expect([status, body, headers['cache-control']]).toEqual([
      ...[200, 'export {}', 'public, max-age=31536000, immutable'],
    ])
    for (const path of ['/secret.txt', '/assets/..%2fsecret.txt', '/assets/.vite', '/index.html'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })
})
