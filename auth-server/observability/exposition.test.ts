import { describe, expect, test } from 'vitest'
import { readMetrics, renderMetrics } from './merge.ts'
import { createMetrics } from './metrics.ts'
import { parseExposition } from './testing/exposition.ts'

const BLOCK = '# HELP a An a.\n# TYPE a counter\n'

describe('the test’s own parser', () => {
  test('reads what the format says', () => {
    const text = `${BLOCK}a{b="c\\"d\\\\e\\n",f="g"} 1e3\na NaN\n`
    expect(parseExposition(text).get('a')).toMatchObject({
      type: 'counter',
      samples: [
        { labels: { b: 'c"d\\e\n', f: 'g' }, value: 1000 },
        { labels: {}, value: Number.NaN },
      ],
    })
  })

  test.each([
    ['a line that does not end', `${BLOCK}a 1`],
    ['a sample without a type', 'a 1\n'],
    ['a type without help', '# TYPE a counter\na 1\n'],
    ['a second block of a name', `${BLOCK}a 1\n${BLOCK}a{b="c"} 1\n`],
    ['a sample twice', `${BLOCK}a{b="c",d="e"} 1\na{d="e",b="c"} 2\n`],
    ['a sample of another name', `${BLOCK}ab 1\n`],
    ['a label with a quote in it', `${BLOCK}a{b="c"d"} 1\n`],
    ['a number that is none', `${BLOCK}a 1,5\n`],
    [
      'buckets that shrink',
      '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    ],
    ['buckets without an end', '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n'],
  ])('refuses %s', (_, text) => {
    expect(() => parseExposition(text)).toThrow()
  })
})

const request = {
  method: 'GET',
  status: 200,
  durationMs: 30,
  requestId: 'id',
  appId: 'app_1',
  isAborted: false,
}

test('the numbers of two processes stand in one block for each name', async () => {
  const [one, other] = [createMetrics('frame'), createMetrics('api')]
  one.recorder.request({ ...request, route: '/a/:id' })
  one.recorder.request({ ...request, route: null })
  other.recorder.operation('signer', 'walletRpc', 0.2, 'ok')
  other.recorder.login('email', 'refused')
  other.recorder.signature('solana')
  other.recorder.limited('email-init-network')
  other.recorder.webhook('retried')
  const told = JSON.parse(JSON.stringify(await other.read()))
  const families = parseExposition(await renderMetrics([await one.read(), readMetrics(told, 'api')]))
  const value = (name: string, labels: object) =>
    families
      .get(name)
      ?.samples.find(sample => Object.entries(labels).every(([key, of]) => sample.labels[key] === of))?.value
  const frame = { process: 'frame' }
  expect(value('vitrine_http_requests_total', { ...frame, route: '/a/:id', status: '200' })).toBe(1)
  expect(value('vitrine_http_requests_total', { ...frame, route: 'none' })).toBe(1)
  expect(value('vitrine_http_request_duration_seconds', { route: '/a/:id', le: '0.05' })).toBe(1)
  expect(
    value('vitrine_operations_total', {
      process: 'api',
      callee: 'signer',
      operation: 'walletRpc',
      outcome: 'ok',
    }),
  ).toBe(1)
  expect(value('vitrine_logins_total', { method: 'email', outcome: 'refused' })).toBe(1)
  expect(value('vitrine_signatures_total', { chain_type: 'solana' })).toBe(1)
  expect(value('vitrine_rate_limited_total', { limit: 'email-init-network' })).toBe(1)
  expect(value('vitrine_webhook_attempts_total', { outcome: 'retried' })).toBe(1)
  for (const process of ['frame', 'api']) {
    expect(value('process_resident_memory_bytes', { process })).toBeGreaterThan(0)
    expect(value('nodejs_eventloop_lag_seconds', { process })).toBeGreaterThanOrEqual(0)
  }
})

test('there are no more routes than there can be, whatever the API process calls them', async () => {
  const { recorder, read } = createMetrics('frame')
  for (let index = 0; index < 2_000; index++) recorder.request({ ...request, route: `/route/${index}` })
  const { samples = [] } =
    parseExposition(await renderMetrics([await read()])).get('vitrine_http_requests_total') ?? {}
  expect(samples.length).toBe(501)
  expect(samples.find(({ labels }) => labels.route === 'other')?.value).toBe(1_500)
})

describe('an API process in a stranger’s hands', () => {
  const metric = (changes: object) => [
    { name: 'a_total', help: 'A.', type: 'counter', values: [{ value: 1, labels: {} }], ...changes },
  ]
  test('says nothing in another’s name', () => {
    const told = metric({ values: [{ value: 1, labels: { process: 'frame' } }] })
    expect(readMetrics(told, 'api')[0]?.values[0]?.labels).toEqual({ process: 'api' })
  })

  test.each([
    ['a name that breaks the line', { name: 'a 1\nb' }],
    ['a label that breaks out', { values: [{ value: 1, labels: { 'a="b"} 1\n': 'c' } }] }],
    ['a value that is none', { values: [{ value: '1\nb 2', labels: {} }] }],
    ['more than anybody reads', { values: Array.from({ length: 5_001 }, () => ({ value: 1, labels: {} })) }],
  ])('is not believed with %s', (_, changes) => {
    expect(() => readMetrics(metric(changes), 'api')).toThrow()
  })
})
