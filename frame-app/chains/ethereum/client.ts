import { type Client, createClient, fallback, http } from 'viem'
import type { EthereumChain } from './ports.ts'
import { chainDisconnected, type NodeError, refusedByNode, withoutRpc } from './rpc-error.ts'

/** Limit of one answer of a node; together with one repetition it stays below what a person waits for. */
const ANSWER_MS = 10_000
const RETRY_DELAY_MS = 150

export type ChainClient = Client

/**
 * A viem client over the chain's endpoints: one more try for each, then the next. What a node has understood and refused is
 * its answer, and no other node is asked.
 * @throws VitrineError `unsupported_chain_id` (4901) when the chain has no endpoint
 */
export function createChainClient(chain: EthereumChain): ChainClient {
  if (chain.rpcUrls.length === 0) throw withoutRpc(chain.name)
  const { id, name, nativeCurrency, rpcUrls } = chain
  return createClient({
    // Without viem's own endpoints: nothing is asked that the app's config does not name.
    chain: { id, name, nativeCurrency, rpcUrls: { default: { http: [...rpcUrls] } } },
    transport: fallback(
      rpcUrls.map(url => http(url, { retryCount: 1, retryDelay: RETRY_DELAY_MS, timeout: ANSWER_MS })),
      { retryCount: 0, shouldThrow: error => isAnswer(nodeErrorOf(error)) },
    ),
  })
}

/** Numbers with which a node says that it is at its limit or does not serve the method: another one may. */
const ASK_ANOTHER: readonly number[] = [429, -32601, -32603, -32004, -32005, -32007]

const isAnswer = (error: NodeError | null): boolean => error !== null && !ASK_ANOTHER.includes(error.code)

/** The JSON-RPC error inside what viem throws; `null` when no node has answered. */
export function nodeErrorOf(thrown: unknown): NodeError | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    // viem's class for `{error: {code, message, data}}`, below those that it names after the number.
    if (error.name !== 'RpcRequestError') continue
    const { code, details, data } = error as Error & { code?: unknown; details?: unknown; data?: unknown }
    return {
      code: typeof code === 'number' && Number.isSafeInteger(code) ? code : -32603,
      message: typeof details === 'string' ? details : error.message,
      data: revertData(data),
    }
  }
  return null
}

/** Nodes give it as it is, or inside an object. */
function revertData(data: unknown): string | null {
  const value = typeof data === 'object' && data !== null ? Reflect.get(data, 'data') : data
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? value : null
}

/**
 * Runs what asks the chain's nodes; an aborted signal rejects at once.
 * @throws VitrineError `service_unavailable` (4901), or the node's own refusal
 */
export async function asking<T>(
  chain: EthereumChain,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted()
  let leave = () => {}
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal?.reason)
  })
  signal?.addEventListener('abort', leave)
  try {
    return await Promise.race([work(), left])
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    const refusal = nodeErrorOf(error)
    throw refusal ? refusedByNode(refusal, error) : chainDisconnected(chain.name, error)
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}
