import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import * as z from 'zod/mini'
import { wait } from '../../core/wait.ts'

/** For one request and its one retry. */
const TIMEOUT_MS = 15_000
const RETRY_AFTER_MS = 400

const reply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(
    z.object({ code: z.number(), message: z.string(), data: z.optional(z.nullable(z.unknown())) }),
  ),
})

/** What a node answered in the place of a result (JSON-RPC 2.0 §5.1). */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  readonly code: number
  readonly data: unknown
  /** The first attempt got no answer, so the node may have done what it now refuses to do twice. */
  readonly isAfterLoss: boolean

  constructor(
    { code, message, data }: { code: number; message: string; data?: unknown },
    isAfterLoss = false,
  ) {
    super(message)
    this.code = code
    this.data = data
    this.isAfterLoss = isAfterLoss
  }
}

export interface SolanaRpc {
  /**
   * @throws NodeRefusal what the node refuses
   * @throws VitrineError `service_unavailable` when it does not answer, or answers nonsense
   * @throws the reason of `signal` when it aborts
   */
  request<T>(
    method: string,
    params: readonly unknown[],
    answer: z.ZodMiniType<T>,
    signal: AbortSignal,
  ): Promise<T>
}

const unreachable = (cause?: unknown) =>
  clientError(
    'service_unavailable',
    'The Solana network cannot be reached just now. Nothing was lost. Try again in a moment.',
    { cause },
  )

/** JSON-RPC over HTTP with one endpoint. Every method used can be sent twice without harm, so a failure is tried once more. */
export function createSolanaRpc(url: string, fetch: typeof globalThis.fetch): SolanaRpc {
  let lastId = 0

  const exchange = async (body: string, signal: AbortSignal): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (response.status === 429 || response.status >= 500) throw unreachable(response.status)
    return response.json()
  }

  return {
    async request(method, params, answer, signal) {
      signal.throwIfAborted()
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(unreachable()), TIMEOUT_MS)
      const onAbort = () => controller.abort(signal.reason)
      signal.addEventListener('abort', onAbort)
      try {
        lastId += 1
        const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
        let isLost = false
        const raw = await exchange(body, controller.signal).catch(async () => {
          isLost = true
          await wait(RETRY_AFTER_MS, controller.signal)
          controller.signal.throwIfAborted()
          return exchange(body, controller.signal)
        })
        const parsed = reply.safeParse(raw)
        if (!parsed.success) throw unreachable(parsed.error)
        if (parsed.data.error) throw new NodeRefusal(parsed.data.error, isLost)
        const result = answer.safeParse(parsed.data.result)
        if (!result.success) throw unreachable(result.error)
        return result.data
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw error instanceof NodeRefusal ? error : unreachable(error)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
