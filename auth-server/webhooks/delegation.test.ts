import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../commands/run.ts'
import {
  type Delegate,
  delegated,
  POLICY,
  registerDelegate,
  revoke,
  use,
} from '../delegation/testing/delegates.ts'
import { runJobs } from '../jobs/testing/run-jobs.ts'
import { send } from '../signer/delegation/testing/scene.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
const backend = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
  response.writeHead(204).end()
})

let server: TestServer
let delegate: Delegate
beforeAll(async () => {
  server = await startTestServer()
  delegate = await registerDelegate(server, POLICY)
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
})
afterAll(async () => {
  await server.stop()
  backend.close()
})

test('a backend hears that a wallet was delegated, used and taken back, and not of what was refused', async () => {
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/hooks`
  const types = ['wallet.delegated', 'wallet.delegation_used', 'wallet.delegation_revoked']
  const printed = await runCommand(
    server.database.db,
    ['webhook', 'add', server.appId, '--url', url, '--events', types.join(',')],
    { signer: async () => server.ctx.signer, origin: 'http://localhost:4401', readSecret: async () => '' },
  )
  const secret = /whsec_([\w+/=]+)/.exec(printed)?.[1] ?? ''
  const { who, wallet } = await delegated(server, delegate)
  expect((await use(server, delegate, wallet.id, send(40))).status).toBe(200)
  expect((await use(server, delegate, wallet.id, send(91, 1))).status).toBe(403)
  expect((await revoke(server, who)).status).toBe(200)
  await runJobs(server.ctx, ['webhooks'])

  for (const { headers, body } of received) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const digest = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${digest}`)
  }
  const told = received.map(({ body }) => JSON.parse(body))
  expect(told.map(({ type }) => type)).toEqual(types)
  const delegation = {
    ...{ app_id: server.appId, user_id: who.user.id, chain_type: 'ethereum', address: wallet.address },
    ...{ signer_id: delegate.signerId, signer: 'Shop backend', policy: 'Play', until: expect.any(Number) },
  }
  expect(told.map(({ data }) => data)).toMatchObject([
    delegation,
    {
      ...delegation,
      ...{ method: 'eth_signTransaction', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      spendings: [{ chain: 'eip155:1', asset: 'native', amount: '50' }],
    },
    delegation,
  ])
})
