import * as z from 'zod'

const TIMEOUT_MS = 5_000
/** A Solana transaction with its logs is well below. */
const MAX_ANSWER_BYTES = 1_048_576

const answerOf = z.object({ result: z.unknown() })

/**
 * One JSON-RPC 2.0 call to a node that the app's operator named. No redirect is followed, and no more read than an answer has.
 * @returns `result`. @throws Error
 */
export async function callNode<T>(
  url: string,
  method: string,
  params: readonly unknown[],
  result: z.ZodType<T>,
): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer.status !== 200) throw new Error(`the node answered ${answer.status}`)
  return result.parse(answerOf.parse(JSON.parse(await textOf(answer))).result)
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new Error('the node’s answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
