import { openRoute, type Route } from '../http/route.ts'
import type { MetricList } from '../observability/merge.ts'

/** `GET /metrics`: for the frame server, which hands on nothing that comes from outside for this path. */
export const metricsRoutes = (read: () => Promise<MetricList>): readonly Route[] => [
  openRoute('GET /', { origin: 'none', limit: 'none' }, async c => c.json(await read())),
]
