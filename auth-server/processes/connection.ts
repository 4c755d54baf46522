import { connect, type Socket } from 'node:net'
import * as z from 'zod'
import { type Outcome, record } from '../observability/recorder.ts'
import { beginSpan } from '../observability/tracer.ts'
import { createFrameReader, encodeFrame } from './framing.ts'

/** What the other process answered instead of a response, or why there was no answer. */
interface Refused {
  readonly code: string
  readonly message: string
}

export interface Callee {
  /** As a sentence begins with it, e.g. `The signer`. */
  readonly name: string
  readonly socketPath: string
  readonly timeoutMs: number
  /** The error that a call rejects with; `unavailable` is the code of one that nobody answered. */
  refusal(refused: Refused): Error
}

/** A process of ours behind its Unix socket. */
export interface Connection {
  /** @throws what `refusal` made */
  call(operation: string, request: unknown, timeoutMs?: number): Promise<unknown>
  close(): Promise<void>
}

const answer = z.union([
  z.strictObject({ id: z.number(), response: z.unknown() }),
  z.strictObject({ id: z.number(), refusal: z.strictObject({ code: z.string(), message: z.string() }) }),
])

interface Waiting {
  settle(response: unknown): void
  refuse(refused: Refused): void
}

/**
 * Speaks with another process of ours in frames (`framing.ts`). It connects at the first call and again after that process
 * was restarted. A call that was sent is never sent again: the caller decides whether it may be.
 */
export function connectProcess({ name, socketPath, timeoutMs: usualMs, refusal }: Callee): Connection {
  const waiting = new Map<number, Waiting>()
  let connection: Socket | null = null
  let lastId = 0
  let closed = false
  const away = (message: string): Refused => ({ code: 'unavailable', message })

  const open = (): Socket => {
    const socket = connect(socketPath)
    const read = createFrameReader()
    socket.on('data', chunk => {
      try {
        for (const message of read(chunk)) receive(message)
      } catch {
        socket.destroy()
      }
    })
    let why = ''
    // 'close' follows every error.
    socket.on('error', error => {
      why = 'code' in error ? ` (${error.code})` : ''
    })
    socket.on('close', () => {
      if (connection !== socket) return
      connection = null
      const gone = away(`${name} is not running or stopped before it answered${why}.`)
      for (const [id, call] of waiting) {
        waiting.delete(id)
        call.refuse(gone)
      }
    })
    return socket
  }

  const receive = (message: unknown) => {
    const parsed = answer.parse(message)
    const call = waiting.get(parsed.id)
    // An answer after its timeout.
    if (!call) return
    waiting.delete(parsed.id)
    if ('refusal' in parsed) call.refuse(parsed.refusal)
    else call.settle(parsed.response)
  }

  /** Counts and traces a call once it is over. */
  const watch = (operation: string) => {
    const start = performance.now()
    const callee = name.replace('The ', '')
    const said = { 'rpc.service': callee, 'rpc.method': operation }
    // What is sent leaves the server, also where nobody's request waits for it.
    const span = beginSpan(`${callee} ${operation}`, said, operation.startsWith('send'))
    return (code: string | null) => {
      const outcome = outcomeOf(code)
      span?.end(outcome === 'failed', code === null ? {} : { 'error.type': code })
      record().operation(callee, operation, (performance.now() - start) / 1000, outcome)
    }
  }

  return {
    call: (operation, request, timeoutMs = usualMs) =>
      new Promise((resolve, reject) => {
        if (closed) throw refusal(away(`The connection to ${lowerFirst(name)} was closed.`))
        const over = watch(operation)
        const id = ++lastId
        const frame = encodeFrame({ id, operation, request })
        const timer = setTimeout(() => {
          waiting.delete(id)
          over('unavailable')
          reject(refusal(away(`${name} did not answer within ${timeoutMs / 1000} seconds.`)))
        }, timeoutMs)
        waiting.set(id, {
          settle(response) {
            clearTimeout(timer)
            over(null)
            resolve(response)
          },
          refuse(refused) {
            clearTimeout(timer)
            over(refused.code)
            reject(refusal(refused))
          },
        })
        connection ??= open()
        connection.write(frame)
      }),
    async close() {
      closed = true
      const socket = connection
      if (!socket) return
      await new Promise<void>(resolve => {
        socket.once('close', () => resolve())
        socket.destroy()
      })
    },
  }
}

/** @param code of a refusal; `null`: it was answered */
const outcomeOf = (code: string | null): Outcome =>
  code === null ? 'ok' : ['unavailable', 'internal_error'].includes(code) ? 'failed' : 'refused'

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
