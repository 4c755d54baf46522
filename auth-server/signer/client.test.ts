import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrameReader, encodeFrame } from '../processes/framing.ts'
import { connectSigner } from './client.ts'
import type { SignerClient } from './operations.ts'

let folder: string
let server: Server
let client: SignerClient
/** What the process at the other end does with each call. */
let onCall: (socket: Socket, call: { id: number }) => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-'))
  const path = join(folder, 's')
  server = createServer(socket => {
    const read = createFrameReader()
    socket.on('error', () => {})
    socket.on('data', chunk => {
      for (const call of read(chunk)) onCall(socket, call as { id: number })
    })
  })
  await new Promise<void>(resolve => server.listen(path, resolve))
  client = connectSigner(path)
})

afterEach(async () => {
  vi.useRealTimers()
  await client.close()
  await new Promise(resolve => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const answer = (socket: Socket, id: number, recipient: string) =>
  socket.write(encodeFrame({ id, response: { recipient, identity: '', signature: '' } }))

test('answers find their calls in whatever order they come', async () => {
  const calls: number[] = []
  onCall = (socket, { id }) => {
    calls.push(id)
    if (calls.length === 3) for (const each of calls.toReversed()) answer(socket, each, `key of ${each}`)
  }
  const answers = await Promise.all([1, 2, 3].map(() => client.readPublicKeys({})))
  expect(answers.map(({ recipient }) => recipient)).toEqual(['key of 1', 'key of 2', 'key of 3'])
})

test('calls that wait when the signer goes away are refused, and the next one connects again', async () => {
  onCall = socket => socket.destroy()
  const waiting = [client.readPublicKeys({}), client.openTokenKey({ sealed: null })]
  const settled = await Promise.allSettled(waiting)
  expect(settled.map(result => result.status === 'rejected' && result.reason.code)).toEqual([
    'unavailable',
    'unavailable',
  ])
  onCall = (socket, { id }) => answer(socket, id, '123456')
  expect(await client.readPublicKeys({})).toMatchObject({ recipient: '123456' })
})

test('a call is sent once, also when its connection breaks', async () => {
  let calls = 0
  onCall = socket => {
    calls++
    socket.destroy()
  }
  await expect(client.readPublicKeys({})).rejects.toMatchObject({ code: 'unavailable' })
  await expect(client.readPublicKeys({})).rejects.toMatchObject({ code: 'unavailable' })
  expect(calls).toBe(2)
})

test('a signer that does not answer is given up after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const called = new Promise<void>(resolve => {
    onCall = () => resolve()
  })
  const refused = expect(client.readPublicKeys({})).rejects.toMatchObject({ code: 'unavailable' })
  await called
  vi.advanceTimersByTime(10_000)
  await refused
})

test('a refusal arrives as one', async () => {
  onCall = (socket, { id }) =>
    socket.write(encodeFrame({ id, refusal: { code: 'invalid_seal', message: 'Not yours.' } }))
  await expect(client.readPublicKeys({})).rejects.toMatchObject({
    name: 'SignerRefusal',
    code: 'invalid_seal',
    message: 'Not yours.',
  })
})

test('an answer that is none ends the connection and refuses what waits', async () => {
  onCall = socket => socket.write(encodeFrame({ surprise: true }))
  await expect(client.readPublicKeys({})).rejects.toMatchObject({ code: 'unavailable' })
})

test('a closed client refuses', async () => {
  await client.close()
  await expect(client.readPublicKeys({})).rejects.toMatchObject({ code: 'unavailable' })
})
