import type { FetchPiece } from '@vitrine/shared/bridge/page-fetch.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

/** Bytes that cross the bridge at once. */
export const PIECE_LIMIT = 256 * 1024
/** Bytes of one response. */
export const RESPONSE_LIMIT = 100_000_000
/** A stream that says nothing for so long is answered for, so that no call of the bridge is left without an answer. */
const QUIET_LIMIT_MS = 30_000

export interface ResponseReader {
  /** The backend has sent all of it, or broken off. */
  readonly isOver: boolean
  /** @throws VitrineError the signal's reason, `invalid_data` for a body that is too long, `service_unavailable` */
  read(): Promise<FetchPiece>
}

/**
 * Reads a body as fast as it is asked for, and one piece of the network ahead: the end of a short body is then known
 * although nobody reads it.
 */
export function createResponseReader(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): ResponseReader {
  const reader = body.getReader()
  let isOver = false
  let isReading = false
  let received = 0
  let rest = new Uint8Array()

  const over = () => {
    isOver = true
  }
  const readAhead = () => {
    const next = reader.read()
    next.then(({ done }) => done && over(), over)
    return next
  }
  let next = readAhead()

  return {
    get isOver() {
      return isOver
    },
    async read() {
      if (isReading) throw clientError('invalid_data', 'fetch: a read is on its way already.')
      isReading = true
      try {
        if (rest.length === 0) {
          const result = await orQuiet(next)
          if (!result) return {}
          if (result.done) return { done: true }
          received += result.value.length
          if (received > RESPONSE_LIMIT)
            throw clientError(
              'invalid_data',
              `fetch: the response has more than ${RESPONSE_LIMIT / 1_000_000} MB.`,
            )
          rest = result.value
          next = readAhead()
        }
        // A copy: of a view, the whole buffer would cross.
        const piece = rest.slice(0, PIECE_LIMIT)
        rest = rest.subarray(PIECE_LIMIT)
        return { piece }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof TypeError)
          throw clientError(
            'service_unavailable',
            'fetch: the backend broke off in the middle of its answer.',
            {
              cause: error,
            },
          )
        throw error
      } finally {
        isReading = false
      }
    },
  }
}

/** `null` when nothing comes in time. */
async function orQuiet<T>(coming: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const quiet = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), QUIET_LIMIT_MS)
  })
  try {
    return await Promise.race([coming, quiet])
  } finally {
    clearTimeout(timer)
  }
}
