import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { BUILD } from '../build-info.ts'
import type { MetricList } from './merge.ts'
import type { Recorder } from './recorder.ts'

/** Seconds; from what a look-up takes to where a browser gives up. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** More routes than there are: who took the API process over would name ever new ones until the memory is full. */
const MOST_ROUTES = 500

const READ_LIMIT_MS = 2_000

export interface Metrics {
  readonly recorder: Recorder
  /** All that this process counted, to be put together with what another one did: see `merge.ts`. */
  read(): Promise<MetricList>
}

/** A number that is looked up whenever somebody asks. */
export interface ReadGauge<Label extends string> {
  readonly name: string
  readonly help: string
  readonly label: Label
  /** @returns by the label's value; rejects where it cannot be known, and is left out then */
  read(): Promise<Readonly<Record<string, number>>>
}

/** @param process names its samples */
export function createMetrics(process: string, gauges: readonly ReadGauge<string>[] = []): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'vitrine_build_info',
    help: 'What runs; always 1.',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version: BUILD.version, commit: BUILD.commit ?? '' }, 1)
  for (const { name, help, label, read } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset()
        const values = await inTime(read()).catch(() => ({}))
        for (const [value, number] of Object.entries(values)) this.set({ [label]: value }, number)
      },
    })
  return {
    recorder: createRecorder(registers),
    read: () => registry.getMetricsAsJSON(),
  }
}

/** A database that hangs leaves out what it would tell, and not all the rest with it. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${READ_LIMIT_MS} ms`)), READ_LIMIT_MS)
  })
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}

function createRecorder(registers: Registry[]): Recorder {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const durations = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({ name, help, labelNames, registers, buckets: BUCKETS })
  const requests = counter('vitrine_http_requests_total', 'Requests that were answered.', [
    'method',
    'route',
    'status',
  ])
  const requestSeconds = durations(
    'vitrine_http_request_duration_seconds',
    'From a request to the end of its answer.',
    ['method', 'route'],
  )
  const operations = counter('vitrine_operations_total', 'Calls of the signer and the mailer.', [
    'callee',
    'operation',
    'outcome',
  ])
  const operationSeconds = durations(
    'vitrine_operation_duration_seconds',
    'From a call of the signer or the mailer to its answer.',
    ['callee', 'operation'],
  )
  const logins = counter('vitrine_logins_total', 'Logins that were tried.', ['method', 'outcome'])
  const signatures = counter('vitrine_signatures_total', 'Signatures of wallets of the server.', [
    'chain_type',
  ])
  const limited = counter('vitrine_rate_limited_total', 'Calls that came too often, by the limit.', ['limit'])
  const webhooks = counter('vitrine_webhook_attempts_total', 'Tries to deliver a webhook.', ['outcome'])
  const routes = new Set<string>()
  const bounded = (route: string | null) => {
    if (route === null) return 'none'
    if (routes.size < MOST_ROUTES) routes.add(route)
    return routes.has(route) ? route : 'other'
  }
  return {
    request({ method, route: pattern, status, durationMs }) {
      const route = bounded(pattern)
      requests.inc({ method, route, status })
      requestSeconds.observe({ method, route }, durationMs / 1000)
    },
    operation(callee, operation, seconds, outcome) {
      operations.inc({ callee, operation, outcome })
      operationSeconds.observe({ callee, operation }, seconds)
    },
    login: (method, outcome) => logins.inc({ method, outcome }),
    signature: chainType => signatures.inc({ chain_type: chainType }),
    limited: limit => limited.inc({ limit }),
    webhook: outcome => webhooks.inc({ outcome }),
  }
}
