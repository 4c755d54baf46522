import * as z from 'zod'
import { askOutside } from '../outside/ask-outside.ts'

const TIMEOUT_MS = 5_000
/** A Solana transaction with its logs is well below. */
const MAX_ANSWER_BYTES = 1_048_576

const answerOf = z.object({ result: z.unknown() })

/**
 * One JSON-RPC 2.0 call to a node that the app's config names.
 * @returns `result`. @throws Error
 */
export async function callNode<T>(
  url: string,
  method: string,
  params: readonly unknown[],
  result: z.ZodType<T>,
): Promise<T> {
  const { status, text } = await askOutside(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    maxBytes: MAX_ANSWER_BYTES,
  })
  if (status !== 200) throw new Error(`the node answered ${status}`)
  return result.parse(answerOf.parse(JSON.parse(text)).result)
}
