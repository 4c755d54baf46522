import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod'

const attributes = z.array(
  z.strictObject({
    key: z.string().min(1),
    value: z.union([
      z.strictObject({ stringValue: z.string() }),
      z.strictObject({ intValue: z.union([z.number().int(), z.string().regex(/^-?\d+$/)]) }),
      z.strictObject({ doubleValue: z.number() }),
      z.strictObject({ boolValue: z.boolean() }),
    ]),
  }),
)
const id = (digits: number) => z.string().regex(new RegExp(`^(?!0{${digits}})[\\da-f]{${digits}}$`))
const nanoseconds = z.string().regex(/^\d{19}$/)

/** By https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding: ids in hex, enums as numbers, 64-bit numbers as text. */
const span = z
  .looseObject({
    traceId: id(32),
    spanId: id(16),
    parentSpanId: z.optional(id(16)),
    name: z.string().min(1),
    kind: z.number().int().min(1).max(5),
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    status: z.looseObject({ code: z.number().int().min(0).max(2) }),
  })
  .refine(it => BigInt(it.endTimeUnixNano) >= BigInt(it.startTimeUnixNano))

const request = z.looseObject({
  resourceSpans: z
    .array(
      z.looseObject({
        resource: z.looseObject({ attributes }),
        scopeSpans: z.array(
          z.looseObject({ scope: z.looseObject({ name: z.string() }), spans: z.array(span).min(1) }),
        ),
      }),
    )
    .min(1),
})

export interface CollectedSpan {
  readonly process: string
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parent: string | null
  readonly name: string
  readonly kind: number
  readonly isError: boolean
  readonly startNs: bigint
  readonly endNs: bigint
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A collector on this machine that takes what a collector takes, from who has its key, and refuses the rest. */
export async function startCollector(key: string) {
  const spans: CollectedSpan[] = []
  const refused: string[] = []
  const bodies: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const body = await text(incoming)
    const refuse = (why: string) => {
      refused.push(why)
      outgoing.writeHead(400).end()
    }
    if (method !== 'POST' || url !== '/v1/traces') return refuse(`${method} ${url}`)
    if (headers['content-type'] !== 'application/json') return refuse(String(headers['content-type']))
    if (headers['x-key'] !== key) return refuse('no key')
    const { data, error } = request.safeParse(JSON.parse(body))
    if (!data) return refuse(error.message)
    bodies.push(body)
    for (const { resource, scopeSpans } of data.resourceSpans)
      for (const one of scopeSpans.flatMap(scope => scope.spans)) {
        if (spans.some(known => known.spanId === one.spanId)) return refuse(`twice: ${one.spanId}`)
        const about = values(resource.attributes)
        spans.push({
          process: String(about['vitrine.process']),
          service: String(about['service.name']),
          traceId: one.traceId,
          spanId: one.spanId,
          parent: one.parentSpanId ?? null,
          name: one.name,
          kind: one.kind,
          isError: one.status.code === 2,
          startNs: BigInt(one.startTimeUnixNano),
          endNs: BigInt(one.endTimeUnixNano),
          attributes: values(one.attributes),
        })
      }
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    refused,
    /** As they came. */
    bodies,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const values = (list: z.infer<typeof attributes>) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))
