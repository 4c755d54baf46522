import { startTracer } from './tracer.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What says where traces go, for those processes that send some. */
export const isTracingVariable = (name: string): boolean => /^OTEL_[A-Z_]+$/.test(name)

/** Whether somebody asked for traces, by the names of OpenTelemetry's specification. */
export const isTracing = (env: Environment): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true'

/**
 * Begins to trace, where somebody asked for it: what that takes is loaded then alone.
 * @param process names whose spans they are
 * @returns what sends the last ones
 */
export async function startTracing(process: string, env: Environment): Promise<() => Promise<void>> {
  if (!isTracing(env)) return async () => undefined
  const { createTracer } = await import('./otel.ts')
  const tracer = createTracer(process, env.OTEL_SERVICE_NAME || 'vitrine')
  startTracer(tracer)
  return tracer.stop
}
