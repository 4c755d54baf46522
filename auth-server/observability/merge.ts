import { AggregatorRegistry, type Registry } from 'prom-client'
import * as z from 'zod/mini'

export type MetricList = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Of one process; there are some hundred. */
const MOST_METRICS = 300
const MOST_SAMPLES = 5_000

const name = z.string().check(z.regex(/^[a-z_][a-z\d_]{0,99}$/))
const label = z.union([z.number(), z.string().check(z.maxLength(200))])
const list = z
  .array(
    z.object({
      name,
      help: z.string().check(z.maxLength(500)),
      type: z.enum(['counter', 'gauge', 'histogram', 'summary']),
      values: z
        .array(
          z.object({
            // JSON has no NaN.
            value: z.nullable(z.number()),
            labels: z.record(z.string().check(z.regex(/^[a-z][a-z\d_]{0,49}$/)), label),
            metricName: z.optional(name),
          }),
        )
        .check(z.maxLength(MOST_SAMPLES)),
    }),
  )
  .check(z.maxLength(MOST_METRICS))

/**
 * What another process of ours says that it counted. It may be in a stranger's hands: it says nothing but numbers under names,
 * and nothing in another's name.
 * @param process whose samples they are
 * @throws when it is no such list
 */
export const readMetrics = (told: unknown, process: string): MetricList =>
  list.parse(told).map(metric => ({
    ...metric,
    values: metric.values.map(({ value, labels, ...sample }) => ({
      ...sample,
      value: value ?? Number.NaN,
      labels: { ...labels, process },
    })),
  })) as unknown as MetricList

/** What was not measured yet is left out. */
const isKnown = ({ value }: { readonly value: number }) => !Number.isNaN(value)

/** The text that Prometheus reads (exposition format 0.0.4), of several processes: one block for each name. */
export const renderMetrics = (lists: readonly MetricList[]): Promise<string> =>
  // Each sample says whose it is, so that none is added to another's.
  AggregatorRegistry.aggregate(
    lists.map(each =>
      each.map(metric => ({ ...metric, aggregator: 'sum', values: metric.values.filter(isKnown) })),
    ) as never,
  ).metrics()
