import type { FetchCall, FetchHead, FetchPiece } from '@vitrine/shared/bridge/page-fetch.ts'
import { FETCH_BODY_LIMIT } from '@vitrine/shared/bridge/policies.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { FrameLink } from './frame-link.ts'

type FetchStep = (step: FetchCall) => Promise<unknown>

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

const invalid = (what: string) => clientError('invalid_data', `fetch: ${what}`)

/**
 * `fetch` (Fetch Standard §5.6) by way of the frame, which adds the access token. What the standard throws for a request that
 * cannot be, this throws too; the body is pulled through the bridge as it is read.
 *
 * @throws the reason of the request's `signal`; VitrineError: what the frame refuses, `invalid_data`, `connection_lost`
 */
export async function fetchThroughFrame(
  call: FrameLink['call'],
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const step: FetchStep = it => call('fetch', it)
  const request = new Request(input, init)
  const { signal, url, headers, integrity } = request
  const method = request.method as Method
  signal.throwIfAborted()
  if (!METHODS.includes(method)) throw invalid(`${method} is none of ${METHODS.join(', ')}.`)
  // Dropped in silence, it would look like a check that was made.
  if (integrity) throw invalid('`integrity` is not checked here. Compare the hash of what you read.')

  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  aborted.catch(() => {})
  const body = new Uint8Array(await Promise.race([request.arrayBuffer(), aborted]))
  if (body.length > FETCH_BODY_LIMIT)
    throw invalid(`the body has ${body.length} bytes; ${FETCH_BODY_LIMIT} can be sent at once.`)

  const id = crypto.randomUUID()
  const cancel = () => void step({ do: 'cancel', id }).catch(() => {})
  signal.addEventListener('abort', cancel)
  const opened = step({
    do: 'open',
    id,
    url,
    method,
    headers: [...headers],
    ...(body.length > 0 && { body }),
  }) as Promise<FetchHead>
  const head = await Promise.race([opened, aborted]).catch(error => {
    cancel()
    throw error
  })

  let failure: unknown
  const pulled = (): UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> => ({
    start(controller) {
      aborted.catch(reason => {
        failure = reason
        controller.error(reason)
      })
    },
    async pull(controller) {
      const { piece, done } = await nextPiece(step, id).catch(error => {
        failure ??= error
        throw error
      })
      // Asked of the request, which lives as long as its body by that: one that was collected hands the page's abort on no more.
      if (request.signal.aborted) return
      if (piece) controller.enqueue(piece)
      if (done) controller.close()
    },
    cancel,
  })
  const { status, statusText } = head
  const response = new Response(head.hasBody ? new ReadableStream(pulled()) : null, {
    status,
    statusText,
    headers: head.headers.map(([name, value]): [string, string] => [name, value]),
  })
  // A response that a page makes has no address of its own.
  Object.defineProperty(response, 'url', { value: head.url })
  // Chromium says "Failed to fetch" of a stream that failed, whatever the reason was.
  for (const name of ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const)
    Object.defineProperty(response, name, {
      value: () =>
        Response.prototype[name].call(response).catch(error => {
          throw failure ?? error
        }),
    })
  return response
}

/** Asks until there is something: a backend may be silent for longer than a call of the bridge may take. */
async function nextPiece(step: FetchStep, id: string): Promise<FetchPiece> {
  const answer = (await step({ do: 'read', id })) as FetchPiece
  return answer.piece || answer.done ? answer : nextPiece(step, id)
}
