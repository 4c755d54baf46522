import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { BUILD } from '../build-info.ts'
import type { Tracer } from './tracer.ts'

/** A collector that is away holds up no stop. */
const FLUSH_LIMIT_MS = 2_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/**
 * Sends spans to the collector that the environment names, as OTLP over HTTP in JSON. Endpoint, headers, sampler and limits are
 * read by the SDK itself: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/.
 * @param process names whose spans they are
 */
export function createTracer(process: string, serviceName: string): Tracer & { stop(): Promise<void> } {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': BUILD.version,
      'vitrine.process': process,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer('vitrine')
  return {
    begin(name, kind, parent, attributes) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(failed, more = {}, finalName) {
          if (finalName !== undefined) span.updateName(finalName)
          span.setAttributes(more)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>(resolve => {
        timer = setTimeout(resolve, FLUSH_LIMIT_MS)
      })
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

/** @param parent of `isTraceparent` */
function contextOf(parent: string | null) {
  if (parent === null) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = ''] = parent.split('-')
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  })
}
