import { type Client, createClient, custom } from 'viem'
import { askEndpoints, ForeignEndpoint, isCausedBy } from './endpoints.ts'
import { nodeErrorOf } from './node-error.ts'
import type { EthereumChain } from './ports.ts'
import { chainDisconnected, foreignEndpoint, refusedByNode, withoutRpc } from './rpc-error.ts'

export type ChainClient = Client

/**
 * A viem client over the chain's endpoints, see `askEndpoints`.
 * @throws VitrineError `unsupported_chain_id` (4901) when the chain has no endpoint
 */
export function createChainClient(chain: EthereumChain): ChainClient {
  if (chain.rpcUrls.length === 0) throw withoutRpc(chain.name)
  const { id, name, nativeCurrency, rpcUrls } = chain
  return createClient({
    // Without viem's own endpoints: nothing is asked that the app's config does not name.
    chain: { id, name, nativeCurrency, rpcUrls: { default: { http: [...rpcUrls] } } },
    transport: custom({ request: askEndpoints(chain) }, { retryCount: 0 }),
  })
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
    if (refusal) throw refusedByNode(refusal, error)
    throw isCausedBy(error, ForeignEndpoint)
      ? foreignEndpoint(chain.name, error)
      : chainDisconnected(chain.name, error)
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}
