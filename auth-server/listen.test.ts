import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { forward } from './frame/forward.ts'
import { readBody } from './http/body.ts'
import { socketAddress } from './http/network.ts'
import { type Listener, listen, listenForFrameServer } from './listen.ts'
import { freePort } from './testing/process-tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const socketPath = join(folder, 'api.sock')
const agent = new Agent({ keepAlive: true })
const app = new Hono()
  .get('/api/who', c => c.json(socketAddress(c)))
  .post('/api/body', async c => c.json(await readBody(c, z.string())))
  .onError((error, c) => c.text('code' in error ? String(error.code) : 'another', 400))
const listeners: Listener[] = []
let [front, direct] = [0, 0]
beforeAll(async () => {
  ;[front, direct] = [await freePort(), await freePort()]
  const origin = 'http://localhost'
  listeners.push(
    await listenForFrameServer(app, socketPath, false),
    await listen(
      (incoming, outgoing) => forward({ socketPath, agent }, incoming.url ?? '', incoming, outgoing, origin),
      { origin, port: front, host: null },
    ),
    await listen(getRequestListener(app.fetch), { origin, port: direct, host: null }),
  )
})
afterAll(async () => {
  agent.destroy()
  for (const listener of listeners) await listener.close()
  rmSync(folder, { recursive: true })
})

const lie = { 'vitrine-client-address': '203.0.113.7' }
const who = async (port: number, host: string) => {
  const answer = await fetch(`http://${host}:${port}/api/who`, { headers: lie })
  return answer.json()
}

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '::1'],
])('the API process hears of %s from the frame server, whatever the client says', async (host, address) => {
  expect(await who(front, host)).toBe(address)
})

test('the port keeps a connection that nobody uses for longer than nginx (60 s) and Caddy (120 s)', async () => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port: front, host: '127.0.0.1', path: '/api/who', agent }, resolve).on('error', reject).end(),
  )
  await text(answer)
  // RFC 9112 §9.3, and the header by which Node tells its own limit.
  expect(Number(/^timeout=(\d+)$/.exec(String(answer.headers['keep-alive']))?.[1])).toBeGreaterThan(120)
})

test('who connects to a port cannot say that it is somebody else', async () => {
  expect(await who(direct, '127.0.0.1')).toBe('127.0.0.1')
})

/** What listens on a port of its own at this host, or why nothing does. */
async function listenAt(host: string, port: number) {
  const listener = await listen(getRequestListener(app.fetch), { origin: 'http://localhost', port, host })
  listeners.push(listener)
}

test.each([
  ['::1', '[::1]', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2', '127.0.0.1'],
])('listens at %s alone where the operator named it', async (host, inUrl, other) => {
  const port = await freePort()
  await listenAt(host, port)
  expect((await fetch(`http://${inUrl}:${port}/api/who`)).status).toBe(200)
  await expect(fetch(`http://${other}:${port}/api/who`)).rejects.toThrow()
})

test.each([
  ['192.0.2.1', 'VITRINE_HOST is "192.0.2.1", which is no address of this machine.'],
  ['nowhere.invalid', 'VITRINE_HOST is "nowhere.invalid", and no address has this name.'],
])('says why it cannot listen at %s', async (host, sentence) => {
  await expect(listenAt(host, await freePort())).rejects.toThrow(sentence)
})

test('what comes by the socket without an address is nobody’s', async () => {
  const call = request({ socketPath, path: '/api/who' }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect(JSON.parse(await text(answer))).toBe('unknown')
})

test('a body that is longer than it may be is refused, and the connection goes on', async () => {
  const own = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = async (body: string) => {
    // In pieces, so that no length is told beforehand.
    const call = request({ socketPath, agent: own, method: 'POST', path: '/api/body' })
    for (let at = 0; at < body.length; at += 10_000) call.write(body.slice(at, at + 10_000))
    call.end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    return [answer.statusCode, await text(answer)]
  }
  const whole = JSON.stringify('é'.repeat(20_000))
  expect(await send(whole)).toEqual([200, whole])
  expect(await send(JSON.stringify('x'.repeat(70_000)))).toEqual([400, 'invalid_data'])
  expect(await send(whole)).toEqual([200, whole])
  own.destroy()
})

test('the socket is for this user alone, unless its folder is shared', async () => {
  expect(statSync(socketPath).mode & 0o777).toBe(0o600)
  const shared = join(folder, 'shared.sock')
  listeners.push(await listenForFrameServer(app, shared, true))
  expect(statSync(shared).mode & 0o777).toBe(0o660)
})
