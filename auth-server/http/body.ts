import { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context as RequestContext } from 'hono'
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'

const DEFAULT_LIMIT_BYTES = 64 * 1024

/** How a route reads its request: a schema of the JSON body, or a reader of its own. */
export type BodyGuard<Body> = $ZodType<Body> | BodyReader<Body>

export interface BodyReader<Body> {
  /** Of the JSON that is sent, for the API's description. */
  readonly schema: $ZodType
  /** The device, or the backend's key, signs the request: always, or where it takes more than the session. */
  readonly signature?: 'always' | 'optional'
  /** @throws `invalid_data` (400) */
  read(ctx: Context, c: RequestContext, app: App): Promise<Body>
}

/** A JSON body that may be longer or must be shorter than others. */
export const upTo = <Body>(limitBytes: number, schema: $ZodType<Body>): BodyReader<Body> => ({
  schema,
  read: (_ctx, c) => readBody(c, schema, limitBytes),
})

export const requireBody = <Body>(
  ctx: Context,
  c: RequestContext,
  app: App,
  guard: BodyGuard<Body>,
): Promise<Body> => ('read' in guard ? guard.read(ctx, c, app) : readBody(c, guard))

/**
 * Reads the JSON body and checks it against its schema; unknown fields are dropped.
 * @param limitBytes counted while the body streams in, so that a lying or absent `Content-Length` costs no memory.
 * @throws `invalid_data` (400), naming the first field that is wrong.
 */
export async function readBody<Body>(
  c: RequestContext,
  schema: $ZodType<Body>,
  limitBytes: number = DEFAULT_LIMIT_BYTES,
): Promise<Body> {
  return requireShape(schema, parseJson(await readText(c, limitBytes)))
}

/**
 * Reads what stands behind the `?` of an address. A strict schema refuses what is misspelt, which would else ask for everything.
 * @throws `invalid_data` (400), naming the first part that is wrong
 */
export const readQuery = <Query>(c: RequestContext, schema: $ZodType<Query>): Query =>
  requireShape(schema, onceEach(c.req.queries()), 'query')

/** Of a name that stands there twice, whoever wrote the address meant one. */
const onceEach = (all: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(all).map(([name, [first, ...more]]) => {
      if (more.length > 0)
        throw apiError('invalid_data', `Check the request: \`${name}\` stands in the query more than once.`)
      return [name, first]
    }),
  )

function requireShape<Shape>(schema: $ZodType<Shape>, given: unknown, whole?: string): Shape {
  const result = safeParse(schema, given)
  if (result.success) return result.data
  throw apiError('invalid_data', describeIssue(result.error.issues[0], whole))
}

async function readText(c: RequestContext, limitBytes: number): Promise<string> {
  const tooLarge = () =>
    apiError('invalid_data', `The request is too large: at most ${limitBytes / 1024} KiB are accepted.`)
  if (Number(c.req.header('content-length') ?? 0) > limitBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunksOf(c)) {
      size += chunk.byteLength
      if (size > limitBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    throw isClientGone(error)
      ? apiError('invalid_data', 'The connection closed before the request was read.')
      : error
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw apiError('invalid_data', 'The request body is not valid UTF-8.')
  }
}

/** As they come from the connection: a web stream around it costs more than all else of reading a body. */
function chunksOf(c: RequestContext): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  // Who stops reading what is too large still answers on the connection.
  if (incoming instanceof IncomingMessage) return incoming.iterator({ destroyOnReturn: false })
  return c.req.raw.body ?? []
}

/**
 * Whether the client closed the connection before its body was read. Node destroys the unread body then, also a whole one, with
 * `ECONNRESET`. A frame closes its login window as soon as it has the answer, while the window still posts the same answer. So
 * this is no error of the server.
 */
const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw apiError('invalid_data', 'The request body is not valid JSON.')
  }
  // JSON can name one half of a character, which no UTF-8 has: nothing can be signed over it (RFC 8785 §3.2.2.2) or stored.
  if (/\\ud[89a-f]/i.test(text) && hasHalfCharacter(value))
    throw apiError('invalid_data', 'The request body has one half of a UTF-16 pair. Send whole characters.')
  return value
}

/** `JSON.stringify` escapes halves alone; a backslash of the text itself is written twice. */
const hasHalfCharacter = (value: unknown) => JSON.stringify(value).replaceAll('\\\\', '').includes('\\ud')

/** One sentence that names the field; never the value, which may be a secret. @param whole where it lies */
export function describeIssue(issue: $ZodIssue | undefined, whole = 'body'): string {
  const field = issue?.path.map(String).join('.') || whole
  const reason =
    issue?.code === 'unrecognized_keys' ? `has unknown keys: ${issue.keys.join(', ')}` : 'is not valid'
  return `Check the request: \`${field}\` ${reason}.`
}
