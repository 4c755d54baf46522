import { type EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { APP_ID_HEADER } from '@vitrine/shared/api/headers.ts'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createFrameListener } from '../frame/listener.ts'
import { type Listener, listenForFrameServer } from '../listen.ts'
import { startLog } from '../log.ts'
import { createApp } from '../server.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

const PATH = '/api/v1/oauth_flows/answer'

let server: TestServer
/** The rate limit throws it once, before the route reads the body. */
let fault: Error | null
let api: Listener
/** Called when a request is at the API; the route goes on once the promise resolves. */
let arrived: () => Promise<void>
/** The status that the route answered. */
let routed: Promise<number>
const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const socketPath = join(folder, 'api.sock')
const agent = new Agent({ keepAlive: true })
let front: ReturnType<typeof createServer>

/** Unlike `once`, this does not reject for the error that precedes the event. */
const closeOf = (emitter: EventEmitter) => new Promise<void>(resolve => emitter.once('close', resolve))

beforeAll(async () => {
  startLog('test', { format: 'json', level: 'info' })
  server = await startTestServer()
  const now = () => {
    const thrown = fault
    fault = null
    if (thrown) throw thrown
    return server.ctx.now()
  }
  const routes = createApp({ ...server.ctx, now })
  const held = new Hono<{ Bindings: HttpBindings }>().all('*', async c => {
    const closed = closeOf(c.env.incoming)
    await arrived()
    await closed
    const answer = routes.fetch(c.req.raw, c.env)
    routed = Promise.resolve(answer).then(({ status }) => status)
    return answer
  })
  api = await listenForFrameServer(held as unknown as Hono, socketPath, false)
  front = createServer(
    createFrameListener(server.ctx.settings, 'the script', server.signerKeys, { socketPath, agent }),
  ).listen(0, '127.0.0.1')
  await once(front, 'listening')
})
let written: string[]
beforeEach(() => {
  written = []
  fault = null
  vi.spyOn(process.stderr, 'write').mockImplementation(line => written.push(String(line)) > 0)
  vi.spyOn(console, 'error').mockImplementation(
    error => void written.push(JSON.stringify({ level: 'error', error: String((error as Error).stack) })),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  agent.destroy()
  front.close()
  front.closeAllConnections()
  await api.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** A login window that posts its answer, and that its frame closes before the route reads the body. */
async function postAndClose(): Promise<number> {
  const body = JSON.stringify({ state_code: 's'.repeat(48), answer: 'denied' })
  const { host } = new URL(ORIGIN)
  const call = request({
    ...{ host: '127.0.0.1', port: (front.address() as AddressInfo).port, path: PATH, method: 'POST' },
    headers: {
      ...{ host, origin: ORIGIN, 'content-type': 'application/json', 'content-length': body.length },
      [APP_ID_HEADER]: server.appId,
    },
  })
  call.on('error', () => undefined)
  const gone = closeOf(call)
  arrived = async () => void call.destroy()
  call.end(body)
  await gone
  await vi.waitUntil(() => written.some(line => line.includes('"aborted":true')))
  return routed
}
const errors = () => written.map(line => JSON.parse(line)).filter(({ level }) => level === 'error')

test('a window that its frame closes leaves no error in the log', async () => {
  expect(await postAndClose()).toBe(400)
  expect(errors()).toEqual([])
})

test('a lost database is logged though the window is closed', async () => {
  fault = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(await postAndClose()).toBe(503)
  expect(errors()).toMatchObject([{ msg: `error during POST ${PATH}` }])
})
