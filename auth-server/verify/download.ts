import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** What a server answered, as far as it was read. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
  /** There was more than was asked for: the rest was not read. */
  readonly isCut: boolean
}

/** Nothing can be said of the file: the server did not answer, or not to the end. */
export class Unexamined extends Error {
  override readonly name = 'Unexamined'
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Asks for one address. A redirect is an answer, and not followed. Reads no more than `limitBytes` of what is decoded, whatever the
 * server says of its length: neither an endless answer nor one that unpacks to more than memory ends the one who asks.
 * @param signal ends it. @throws Unexamined
 */
export function download(
  url: URL,
  headers: Readonly<Record<string, string>>,
  limitBytes: number,
  signal: AbortSignal,
): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      asked.destroy()
      reject(new Unexamined(whyNot(error, signal)))
    }
    const asked = request(url, { headers, signal }, response => {
      const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase()
      const decoder = encoding === 'identity' ? null : DECODERS[encoding]?.()
      if (decoder === undefined)
        return fail(new Error(`it came in the encoding ${encoding.slice(0, 40)}, for which nobody asked`))
      // A pipe does not hand on that its source was broken off.
      response.on('error', error => (decoder ? decoder.destroy(error) : fail(error)))
      const answer = { status: response.statusCode ?? 0, headers: joined(response.headers) }
      read(decoder ? response.pipe(decoder) : response, limitBytes).then(content => {
        if (content.isCut) asked.destroy()
        resolve({ ...answer, ...content })
      }, fail)
    })
    asked.on('error', fail)
    asked.end()
  })
}

async function read(stream: Readable, limitBytes: number) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length > limitBytes) return { body: Buffer.concat(chunks).subarray(0, limitBytes), isCut: true }
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

/** A header that came twice is one with both values: for a browser each policy counts. */
const joined = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

function whyNot(error: Error, signal: AbortSignal): string {
  if (signal.aborted) return 'it took too long'
  const { code } = error as NodeJS.ErrnoException
  return code ? `${error.message || 'the connection failed'} (${code})` : error.message
}
