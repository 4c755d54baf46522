import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../database/connect.ts'
import { connectSigner } from '../signer/client.ts'
import { call } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const health = (app?: TestServer['app']) =>
  call(server, '/health', { method: 'GET', ...(app ? { app } : {}) })

test('is 200 while database and signer answer', async () => {
  expect(await health()).toMatchObject({ status: 200, body: { ok: true, database: true, signer: true } })
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
  const answer = await call(server, '/api/v1/passwordless/init', {
    body: { email: 'a@mail.example' },
    app: server.second({ signer }),
  })
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
})
