import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { createFrameListener } from './listener.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const socketPath = join(folder, 'api.sock')
const agent = new Agent({ keepAlive: true })
let asked: string[] = []
const api = createServer((incoming, outgoing) => {
  asked.push(incoming.url ?? '')
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end('"the API"')
})
const settings = readSettings({
  VITRINE_ORIGIN: 'https://wallet.example',
  VITRINE_CAPTCHA_ORIGIN: 'https://captcha.example',
})
let stopping = false
const front = createServer(
  createFrameListener(
    settings,
    'the script',
    { recipient: 'key', identity: 'key', signature: 'signature' },
    { socketPath, agent },
    () => stopping,
  ),
)
beforeAll(async () => {
  api.listen(socketPath)
  front.listen(0, '127.0.0.1')
  await Promise.all([once(api, 'listening'), once(front, 'listening')])
})
afterAll(async () => {
  agent.destroy()
  for (const server of [api, front]) {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  asked = []
})

/** As written: no client makes the path simpler on the way. */
async function ask(path: string, host = 'wallet.example') {
  const { port } = front.address() as AddressInfo
  const call = request({ host: '127.0.0.1', port, path, headers: { host } }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: await text(answer) }
}

test('calls are handed on, and what runs in a browser is the frame server’s', async () => {
  expect(await ask('/api/v1/apps/a?b=c')).toEqual({ status: 200, body: '"the API"' })
  expect(await ask('/captcha/widget.js')).toEqual({ status: 200, body: 'the script' })
  expect((await ask('/nothing')).status).toBe(404)
  expect(asked).toEqual(['/api/v1/apps/a?b=c'])
})

test.each(['captcha.example', 'CAPTCHA.example', 'captcha.example:443'])(
  'on the captcha’s host (%s) there is the captcha alone',
  async host => {
    for (const path of [
      '/api/v1/apps/a',
      '/health',
      '/health/live',
      '/health/ready',
      '/version',
      '/vitrine.js',
    ])
      expect([path, (await ask(path, host)).status]).toEqual([path, 404])
    expect((await ask('/captcha/widget.js', host)).status).toBe(200)
    expect(asked).toEqual([])
  },
)

test('once it is told to stop it is alive and answers, and says that nothing more should come', async () => {
  stopping = true
  for (const path of ['/health', '/health/ready'])
    expect([path, await ask(path)]).toEqual([path, { status: 503, body: '{"ok":false,"stopping":true}' }])
  expect((await ask('/health/live')).status).toBe(200)
  expect((await ask('/api/v1/apps/a')).status).toBe(200)
  expect(asked).toEqual(['/api/v1/apps/a'])
  stopping = false
  expect((await ask('/health/ready')).body).toBe('"the API"')
})

test.each([
  '/frame/app_1',
  '/api/../frame/app_1',
  '/api/%2e%2e/frame/app_1',
  '/api/v1/..%2f..%2fframe/app_1',
  '//frame/app_1',
  '/frame/../api/v1/apps/a',
  'http://wallet.example/frame/app_1',
  '/dev/inbox',
])('what is between the processes is not to be had from outside: %s', async path => {
  await ask(path)
  // One that is handed on is the same to both: nothing in it leads up.
  expect(asked.filter(it => !it.startsWith('/api/') || new URL(it, 'http://x').pathname !== it)).toEqual([])
})
