import { http } from 'viem'
import { isAnswer, nodeErrorOf } from './node-error.ts'
import type { EthereumChain } from './ports.ts'

/** Limit of one answer of a node; together with one repetition it stays below what a person waits for. */
const ANSWER_MS = 10_000
const RETRY_DELAY_MS = 150
/** For so long an endpoint that did not answer is asked last. */
const SHUN_MS = 60_000

/** It answers, and for another chain: what it says would be shown as if it were of this one. */
export class ForeignEndpoint extends Error {}

interface Request {
  readonly method: string
  readonly params?: unknown
}

interface Endpoint {
  ask(request: Request): Promise<unknown>
  /** Whether it is of the chain; asked once. */
  identity: Promise<void> | undefined
  /** Unix ms. */
  failedAt: number
}

/**
 * Asks the chain's endpoints: one more try for each, then the next. What a node has understood and refused is its answer, and
 * no other node is asked. An endpoint counts only once it has named the chain's own id: a page may choose among the
 * endpoints of an operator's origin, and another chain's balances beside this chain's name would deceive a person.
 *
 * @throws what viem throws; `ForeignEndpoint` where the last one is of another chain
 */
export function askEndpoints({ id, rpcUrls }: EthereumChain): (request: Request) => Promise<unknown> {
  const endpoints = rpcUrls.map((url): Endpoint => {
    const { request } = http(url, {
      retryCount: 1,
      retryDelay: RETRY_DELAY_MS,
      timeout: ANSWER_MS,
      // viem's own limit ends with the headers: a body that never ends would hold its request for ever.
      fetchFn: (input, init) => fetch(input, { ...init, signal: withLimit(init?.signal ?? undefined) }),
    })({})
    return { ask: asked => request(asked as never), identity: undefined, failedAt: 0 }
  })

  const identify = (endpoint: Endpoint): Promise<void> => {
    endpoint.identity ??= endpoint.ask({ method: 'eth_chainId' }).then(
      answer => {
        if (typeof answer !== 'string' || Number(answer) !== id) throw new ForeignEndpoint()
      },
      error => {
        endpoint.identity = undefined
        throw error
      },
    )
    return endpoint.identity
  }

  const askOne = async (endpoint: Endpoint, request: Request): Promise<unknown> => {
    // The answer to this very question is the identity.
    if (request.method === 'eth_chainId') return endpoint.ask(request)
    const identified = identify(endpoint)
    // Side by side, so that the first answer takes no longer; a transaction is given to the right chain alone.
    if (request.method === 'eth_sendRawTransaction') await identified
    const [answer] = await Promise.allSettled([endpoint.ask(request), identified])
    await identified
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }

  return async request => {
    const now = Date.now()
    const isShunned = ({ failedAt }: Endpoint) => now - failedAt < SHUN_MS
    const order = [...endpoints].sort((a, b) => Number(isShunned(a)) - Number(isShunned(b)))
    let last: unknown
    for (const endpoint of order)
      try {
        return await askOne(endpoint, request)
      } catch (error) {
        if (isAnswer(nodeErrorOf(error))) throw error
        endpoint.failedAt = Date.now()
        last = error
      }
    throw last
  }
}

function withLimit(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(ANSWER_MS)
  return signal ? AbortSignal.any([signal, limit]) : limit
}
