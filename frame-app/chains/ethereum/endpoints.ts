import { anySignal } from '@vitrine/shared/any-signal.ts'
import { http } from 'viem'
import { wait } from '../../core/wait.ts'
import { isAnswer, nodeErrorOf } from './node-error.ts'
import type { EthereumChain } from './ports.ts'

/** Limit of one answer of a node; together with one repetition it stays below what a person waits for. */
const ANSWER_MS = 10_000
const RETRY_DELAY_MS = 150
/** For so long an endpoint that did not answer is asked last. */
const SHUN_MS = 60_000

/** It answers, and for another chain: what it says would be shown as if it were of this one. */
export class ForeignEndpoint extends Error {}

/** A node refused a transaction after another attempt got no answer: that attempt may have been accepted. */
export class RefusedAfterLoss extends Error {}

/** Whether an error, or one below it in its chain of causes, is of a class. */
export function isCausedBy(thrown: unknown, kind: new () => Error): boolean {
  return thrown instanceof kind || (thrown instanceof Error && isCausedBy(thrown.cause, kind))
}

interface Request {
  readonly method: string
  readonly params?: unknown
}

interface Endpoint {
  ask(request: Request): Promise<unknown>
  /** Without a repetition. */
  askOnce(request: Request): Promise<unknown>
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
 * @throws what viem throws; `ForeignEndpoint` where the last one is of another chain; `RefusedAfterLoss` for a broadcast
 */
export function askEndpoints({ id, rpcUrls }: EthereumChain): (request: Request) => Promise<unknown> {
  const endpoints = rpcUrls.map((url): Endpoint => {
    const asking = (retryCount: number) => {
      const { request } = http(url, {
        ...{ retryCount, retryDelay: RETRY_DELAY_MS, timeout: ANSWER_MS },
        // viem's own limit ends with the headers: a body that never ends would hold its request for ever.
        fetchFn: (input, init) => fetch(input, { ...init, signal: withLimit(init?.signal ?? undefined) }),
      })({})
      return (asked: Request) => request(asked as never)
    }
    return { ask: asking(1), askOnce: asking(0), identity: undefined, failedAt: 0 }
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
    const [answer] = await Promise.allSettled([endpoint.ask(request), identified])
    await identified
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }

  /** An attempt without an answer may have been accepted, so a later refusal does not say that nothing was sent. */
  const broadcast = async (request: Request): Promise<unknown> => {
    let last: unknown
    let isLost = false
    for (const endpoint of inOrder())
      for (let attempt = 0; attempt < 2; attempt++) {
        let isOffered = false
        try {
          // A transaction is given to the right chain alone.
          await identify(endpoint)
          isOffered = true
          return await endpoint.askOnce(request)
        } catch (error) {
          // Any refusal counts so after a loss, that of the chain's id too: it would end the search for what was sent.
          if (isAnswer(nodeErrorOf(error))) throw isLost ? new RefusedAfterLoss('', { cause: error }) : error
          isLost ||= isOffered
          endpoint.failedAt = Date.now()
          last = error
          if (error instanceof ForeignEndpoint) break
          if (attempt === 0) await wait(RETRY_DELAY_MS, new AbortController().signal)
        }
      }
    throw last
  }

  const inOrder = () => {
    const now = Date.now()
    const isShunned = ({ failedAt }: Endpoint) => now - failedAt < SHUN_MS
    return [...endpoints].sort((a, b) => Number(isShunned(a)) - Number(isShunned(b)))
  }

  return async request => {
    if (request.method === 'eth_sendRawTransaction') return broadcast(request)
    let last: unknown
    for (const endpoint of inOrder())
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
  return signal ? anySignal(signal, limit) : limit
}
