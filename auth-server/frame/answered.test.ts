import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { createFrameListener } from './listener.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const socketPath = join(folder, 'api.sock')
const agent = new Agent({ keepAlive: true })
/** What the API process says, which may be in a stranger's hands. */
let said: Record<string, string> = {}
let handedOn: IncomingMessage['headers'][] = []
const api = createServer((incoming, outgoing) => {
  handedOn.push(incoming.headers)
  outgoing.writeHead(200, { 'content-type': 'application/json', ...said }).end('{}')
})
const frontBehind = (proxies: string) =>
  createServer(
    createFrameListener(
      readSettings({ VITRINE_ORIGIN: 'https://wallet.example', VITRINE_TRUST_PROXY: proxies }),
      'the script',
      { recipient: 'key', identity: 'key', signature: 'signature' },
      { socketPath, agent },
    ),
  )
const fronts = { direct: frontBehind('0'), behind: frontBehind('1') }
const servers: Server[] = [api, fronts.direct, fronts.behind]
beforeAll(async () => {
  startLog('frame', { format: 'json', level: 'info' })
  api.listen(socketPath)
  for (const front of Object.values(fronts)) front.listen(0, '127.0.0.1')
  await Promise.all(servers.map(server => once(server, 'listening')))
})
afterAll(async () => {
  agent.destroy()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  rmSync(folder, { recursive: true })
})

let written: string[]
beforeEach(() => {
  said = {}
  handedOn = []
  written = []
  vi.spyOn(process.stderr, 'write').mockImplementation(line => written.push(String(line)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** @returns the id that the answer has, and the line that was written of it */
async function ask(front: keyof typeof fronts, path: string, headers: Record<string, string> = {}) {
  const { port } = fronts[front].address() as AddressInfo
  const call = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { host: 'wallet.example', ...headers },
  }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  await text(answer)
  const id = String(answer.headers['x-request-id'])
  await vi.waitUntil(() => written.some(line => line.includes(id)))
  const lines = written.map(line => JSON.parse(line)).filter(line => line.request_id === id)
  return { id, lines, headers: answer.headers }
}

test('each request has an id, in its answer, its line and what the API process hears', async () => {
  said = { 'vitrine-route': '/api/v1/apps/:app_id', 'vitrine-app': 'app_1' }
  const { id, lines, headers } = await ask('direct', '/api/v1/apps/app_1?token=s3cret')
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(handedOn[0]?.['x-request-id']).toBe(id)
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      process: 'frame',
      method: 'GET',
      route: '/api/v1/apps/:app_id',
      status: 200,
      duration_ms: expect.any(Number),
      request_id: id,
      app_id: 'app_1',
      msg: 'request',
    },
  ])
  // Between the processes alone.
  expect(headers).not.toHaveProperty('vitrine-route')
  expect(headers).not.toHaveProperty('vitrine-app')
})

test('what the frame server answers itself has its route, and what nobody answers none', async () => {
  expect((await ask('direct', '/captcha/widget.js')).lines).toMatchObject([
    { route: '/captcha/widget.js', status: 200 },
  ])
  const { lines } = await ask('direct', '/s3cret')
  expect(lines).toMatchObject([{ status: 404 }])
  expect(JSON.stringify(lines)).not.toContain('s3cret')
})

test.each([
  ['direct', 'client-chose-this', false],
  ['behind', 'proxy-chose-this', true],
  ['behind', 'short', false],
  ['behind', 'a'.repeat(65), false],
  ['behind', 'with a space in it', false],
] as const)('%s a proxy, the id %s is taken over: %s', async (front, told, isTaken) => {
  const { id } = await ask(front, '/api/v1/apps/a', { 'x-request-id': told })
  expect(id === told).toBe(isTaken)
  expect(handedOn[0]?.['x-request-id']).toBe(id)
})

test.each([
  [{ 'vitrine-route': '/api/ with a secret' }],
  [{ 'vitrine-route': `/${'a'.repeat(200)}` }],
  [{ 'vitrine-app': 'ann@mail.example' }],
])('an API process in a stranger’s hands writes nothing of its own into a line: %j', async headers => {
  said = headers
  const { lines } = await ask('direct', '/api/v1/apps/a')
  expect(lines[0]).not.toHaveProperty('route')
  expect(lines[0]).not.toHaveProperty('app_id')
})

test('a call that its client gave up is told of', async () => {
  const { port } = fronts.direct.address() as AddressInfo
  api.removeAllListeners('request')
  api.once('request', () => call.destroy())
  const call = request({ host: '127.0.0.1', port, path: '/api/v1/slow' })
  call.on('error', () => undefined).end()
  await vi.waitUntil(() => written.some(line => line.includes('"aborted":true')))
})
