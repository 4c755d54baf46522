import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase } from '../database/connect.ts'
import { connectMailer } from '../mailer/client.ts'
import { connectSigner } from '../signer/client.ts'
import type { Holdings } from '../signer/process/handlers.ts'
import { serve } from '../signer/process/serve.ts'
import { SignerRefusal } from '../signer/refusal.ts'
import { createTestCustody } from '../signer/testing/custody.ts'
import { call, initCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => {
  vi.useRealTimers()
})

const health = (app?: TestServer['app']) =>
  call(server, '/health', { method: 'GET', ...(app ? { app } : {}) })

test('is 200 while database, signer and mailer answer', async () => {
  expect(await health()).toMatchObject({
    status: 200,
    body: { ok: true, database: true, signer: true, mailer: true, clock: true },
  })
})

test('whether to send requests is answered at /health/ready too', async () => {
  const ready = await call(server, '/health/ready', { method: 'GET' })
  expect(ready).toMatchObject({ status: 200, body: { ok: true, database: true } })
})

test('that the process runs does not depend on the others', async () => {
  const signer = connectSigner('/nowhere/signer.sock')
  const nowhere = connectDatabase('postgresql://vitrine@localhost/postgres?host=/nowhere')
  const app = server.second({ signer, db: nowhere.db })
  for (const path of ['/health/live', '/health/live/'])
    expect(await call(server, path, { method: 'GET', app })).toMatchObject({
      status: 200,
      body: { ok: true },
    })
  expect(await call(server, '/health/ready', { method: 'GET', app })).toMatchObject({ status: 503 })
  await nowhere.close()
})

test('is 503 and names the part that does not answer', async () => {
  const signer = connectSigner('/nowhere/signer.sock')
  expect(await health(server.second({ signer }))).toMatchObject({
    status: 503,
    body: { ok: false, database: true, signer: false },
  })
  const nowhere = connectDatabase('postgresql://vitrine@localhost/postgres?host=/nowhere')
  expect(await health(server.second({ db: nowhere.db }))).toMatchObject({
    status: 503,
    body: { ok: false, database: false, signer: true },
  })
  await nowhere.close()
})

test('a login while the signer is away is service_unavailable', async () => {
  const signer = connectSigner('/nowhere/signer.sock')
  const device = await createDevice()
  const app = server.second({ signer })
  const answer = await initCode(server, device, { email: 'a@mail.example' }, { app })
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
})

test('is 503 once the process’s clock differs from the database’s, and 200 again when it is set right', async () => {
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + 31_000)
  expect(await health()).toMatchObject({ status: 503, body: { ok: false, database: true, clock: false } })
  vi.useRealTimers()
  expect(await health()).toMatchObject({ status: 200, body: { clock: true } })
})

/** What the health check answers beside a signer of this state. */
async function healthBeside(custody: Holdings) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const socketPath = join(folder, 'signer.sock')
  const listening = await serve(custody, socketPath)
  const signer = connectSigner(socketPath)
  const answer = await health(server.second({ signer }))
  await signer.close()
  listening.close()
  await once(listening, 'close')
  rmSync(folder, { recursive: true })
  return answer
}

test('is 503 when the signer’s clock differs', async () => {
  expect(await healthBeside(createTestCustody(undefined, Date.now() + 31_000))).toMatchObject({
    status: 503,
    body: { ok: false, database: true, signer: true, clock: false },
  })
})

test('is 503 while the signer finds no mailer, by which the codes leave', async () => {
  const mailer = connectMailer('/nowhere/mailer.sock')
  expect(await healthBeside({ ...createTestCustody(undefined, Date.now()), mailer })).toMatchObject({
    status: 503,
    body: { ok: false, database: true, signer: true, mailer: false, clock: true },
  })
})

test('is 200 beside a signer of an earlier release, which cannot say', async () => {
  const checkMailer = () =>
    Promise.reject(new SignerRefusal('invalid_request', 'There is no such operation.'))
  const app = server.second({ signer: { ...server.ctx.signer, checkMailer } })
  expect(await health(app)).toMatchObject({ status: 200, body: { ok: true, signer: true } })
})

test('does not wait for a signer that hangs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const socketPath = join(folder, 'signer.sock')
  const taken = new Set<Socket>()
  const silent = createServer(socket => taken.add(socket)).listen(socketPath)
  await once(silent, 'listening')
  const signer = connectSigner(socketPath)
  const givenUp = signer.readClock({}).catch(() => 'the signer was given up before')
  const answer = await Promise.race([health(server.second({ signer })), givenUp])
  expect(answer).toMatchObject({ status: 503, body: { ok: false, database: true, signer: false } })
  await signer.close()
  for (const socket of taken) socket.destroy()
  silent.close()
  await once(silent, 'close')
  rmSync(folder, { recursive: true })
})
