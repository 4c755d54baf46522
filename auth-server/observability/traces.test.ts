import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ORIGIN } from '../testing/server.ts'
import { startWholeServer, type WholeServer } from '../testing/whole-server.ts'
import { isTracing } from './start-tracing.ts'
import { startCollector } from './testing/collector.ts'
import { nameOfStatement } from './traced-query.ts'

const KEY = 's3cret-of-the-collector'
let collector: Awaited<ReturnType<typeof startCollector>>
let server: WholeServer
beforeAll(async () => {
  collector = await startCollector(KEY)
  server = await startWholeServer(
    {},
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-key=${KEY}`,
      OTEL_SERVICE_NAME: 'wallet',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      VITRINE_TRUST_PROXY: '1',
    },
  )
})
afterAll(async () => {
  await server.stop()
  await collector.close()
})

/** @returns the spans of the request, once they are there, from the frame server's on */
async function traced(path: string, headers: Record<string, string> = {}) {
  const answer = await server.app.request(`${ORIGIN}${path}`, { headers })
  const id = answer.headers.get('x-request-id')
  const own = () => collector.spans.filter(it => it.attributes['vitrine.request_id'] === id)
  await vi.waitUntil(() => own().length === 2, 20_000)
  const [frame, api] = ['frame', 'api'].map(name => own().find(it => it.process === name))
  if (!frame || !api) throw new Error('one span of each process')
  const below = () => collector.spans.filter(it => it.parent === api.spanId)
  await vi.waitUntil(() => below().length > 0, 20_000)
  return { frame, api, below: below() }
}

test('a request is one trace through both processes, down to its statements', async () => {
  const { frame, api, below } = await traced(`/api/v1/apps/${server.appId}?token=s3cret-in-a-query`)
  expect([frame.parent, api.parent]).toEqual([null, frame.spanId])
  expect(new Set([frame, api, ...below].map(({ traceId }) => traceId)).size).toBe(1)
  expect(frame).toMatchObject({
    service: 'wallet',
    name: 'GET /api/v1/apps/:app_id',
    kind: 2,
    isError: false,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/apps/:app_id',
      'http.response.status_code': 200,
    },
  })
  expect(below.map(({ name }) => name)).toContain('find-app')
  expect(
    below.every(({ kind, attributes }) => kind === 3 && attributes['db.system.name'] === 'postgresql'),
  ).toBe(true)
  for (const one of [api, ...below]) {
    expect(one.startNs >= frame.startNs - SKEW_NS).toBe(true)
    expect(one.endNs <= frame.endNs + SKEW_NS).toBe(true)
  }
})

/** Each process reads the one clock of this machine for itself. */
const SKEW_NS = 50_000_000n

test('calls of the signer are spans of the request that makes them', async () => {
  const { below } = await traced('/health/ready')
  expect(below.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['signer readClock', 'signer checkMailer']),
  )
})

test.each([
  ['is taken over', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'b'.repeat(16)],
  ['that is malformed is not', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, null],
])('the trace of a trusted proxy %s', async (_, traceparent, parent) => {
  const { frame } = await traced(`/api/v1/apps/${server.appId}`, { traceparent })
  expect(frame.parent).toBe(parent)
  expect(frame.traceId === 'a'.repeat(32)).toBe(parent !== null)
})

test('nothing that somebody sent is in a span, and the collector refused nothing', () => {
  expect(collector.refused).toEqual([])
  const all = collector.bodies.join('')
  expect(all).toContain('find-app')
  for (const secret of ['s3cret', server.appId]) expect(all).not.toContain(secret)
})

test('signer and mailer are told nothing of a collector', () => {
  for (const part of ['signer', 'mailer'] as const)
    expect(readFileSync(`/proc/${server.pids[part]}/environ`, 'utf8')).not.toContain('OTEL_')
})

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }, false],
])('with %j there are traces: %s', (env, are) => {
  expect(isTracing(env)).toBe(are)
})

test.each([
  [{ text: 'select "id" from "apps" where "id" = $1' }, 'select apps'],
  [{ name: 'limit-rate-2', text: 'with wanted as (select 1)' }, 'limit-rate-2'],
  [{ text: 'insert into "users" values ($1)' }, 'insert users'],
  ['begin', 'begin'],
  ["do $$ 's3cret' $$", 'statement'],
])('a statement %j is called %s', (statement, name) => {
  expect(nameOfStatement(statement)).toBe(name)
})
