import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../testing/client.ts'
import { freePort } from '../testing/process-tree.ts'
import { startWholeServer, type WholeServer } from '../testing/whole-server.ts'
import { parseExposition } from './testing/exposition.ts'

const TOKEN = 'a-token-of-this-test-alone'

let server: WholeServer
let port: number
beforeAll(async () => {
  port = await freePort()
  server = await startWholeServer({}, { VITRINE_METRICS_PORT: String(port), VITRINE_METRICS_TOKEN: TOKEN })
})
afterAll(() => server.stop())

const ask = (path = '/metrics', authorization = `Bearer ${TOKEN}`, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization } })

test('a scrape has what each process counted, by patterns and never by ids', async () => {
  await call(server, `/api/v1/apps/${server.appId}`, { method: 'GET' })
  await call(server, '/api/v1/passwordless/authenticate', { body: {} })
  await call(server, '/health/ready', { method: 'GET' })
  const answer = await ask()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const text = await answer.text()
  const families = parseExposition(text)
  const values = (name: string, labels: Record<string, string>) =>
    (families.get(name)?.samples ?? [])
      .filter(sample => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
      .map(({ value }) => value)
  expect(values('vitrine_http_requests_total', { route: '/api/v1/apps/:app_id', status: '200' })).toEqual([1])
  expect(values('vitrine_logins_total', { method: 'email', outcome: 'refused', process: 'api' })).toEqual([1])
  expect(
    values('vitrine_operations_total', { callee: 'signer', operation: 'checkMailer', outcome: 'ok' }),
  ).toEqual([1])
  expect(values('vitrine_process_up', {})).toEqual([1, 1])
  expect(values('vitrine_webhooks_waiting', {})).toEqual([0, 0])
  expect(values('vitrine_notices_waiting', {})).toEqual([0, 0])
  for (const state of ['waiting', 'running', 'dead'])
    expect(values(`vitrine_jobs_${state}`, {})).toEqual([0, 0, 0])
  expect(values('vitrine_database_connections', { state: 'awaited' })).toEqual([0])
  expect(values('vitrine_build_info', { process: 'frame' })).toEqual([1])
  expect(text).not.toContain(server.appId)
})

test.each([
  ['without the token', '/metrics', '', 'GET', 401],
  ['with another token', '/metrics', `Bearer ${TOKEN}x`, 'GET', 401],
  ['of another path', '/health', `Bearer ${TOKEN}`, 'GET', 404],
  ['by another method', '/metrics', `Bearer ${TOKEN}`, 'POST', 405],
] as const)('a call %s is refused', async (_, path, authorization, method, status) => {
  const answer = await ask(path, authorization, method)
  expect([answer.status, await answer.text()]).toEqual([status, ''])
})

test('the wallet origin’s port tells none, and the API process has no token', async () => {
  const answer = await server.app.request('http://localhost:4401/metrics')
  expect([answer.status, (await answer.text()).includes('vitrine_')]).toEqual([404, false])
  expect(server.environment).not.toHaveProperty('VITRINE_METRICS_TOKEN')
})

test('while the API process is away, the frame server says so', async () => {
  process.kill(server.pids.api, 'SIGSTOP')
  // Stopped, not killed: nobody starts another. The kernel takes the connection, and no answer comes in time.
  try {
    const { samples = [] } = parseExposition(await (await ask()).text()).get('vitrine_process_up') ?? {}
    expect(samples.map(({ labels, value }) => [labels.process, value])).toEqual([
      ['frame', 1],
      ['api', 0],
    ])
  } finally {
    process.kill(server.pids.api, 'SIGCONT')
  }
})
