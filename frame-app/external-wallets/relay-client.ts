import {
  RELAY_RESULTS,
  type RelayArguments,
  type RelayCall,
  type RelayResult,
  type RelayVerb,
  relayAnswer,
} from '@vitrine/shared/bridge/wallet-relay.ts'
import type * as z from 'zod/mini'
import { walletFailure, walletTimeout } from './wallet-failure.ts'

/** Contract §9. A person reads in another app meanwhile. */
const LIMIT_MS = 120_000

export interface RelayParts {
  /** Asks the page. What it answers may be anything, and may never come. */
  wallets(call: RelayCall): Promise<unknown>
  /** `externalWallets.signatureRequestTimeouts`: ms by client type. */
  timeouts(): Readonly<Record<string, number>>
}

export interface RelayAsk {
  /** As of the wallet; `null`: the page itself is asked. */
  readonly handle: string | null
  readonly wallet: string
  readonly walletClientType: string
  readonly signal: AbortSignal
  /** Ms; absent: the wallet's time limit. */
  readonly limitMs?: number
}

export interface RelayClient {
  /**
   * The first answer counts, within the time limit; what comes later or again changes nothing.
   * @throws VitrineError `connector_error`, see `wallet-failure.ts`; the signal's reason when it aborts
   */
  ask<V extends RelayVerb>(verb: V, argument: RelayArguments[V], asked: RelayAsk): Promise<RelayResult<V>>
}

/** Asks the wallets in the page through the host SDK, and believes none of the answers' shapes. */
export function createRelayClient({ wallets, timeouts }: RelayParts): RelayClient {
  return {
    ask<V extends RelayVerb>(verb: V, argument: RelayArguments[V], asked: RelayAsk) {
      const { handle, wallet, walletClientType, signal } = asked
      const about = { verb, wallet }
      const own = timeouts()
      const limitMs =
        asked.limitMs ??
        (Object.hasOwn(own, walletClientType) ? own[walletClientType] : undefined) ??
        LIMIT_MS
      // A handle in the argument would name another wallet.
      const call = { ...argument, verb, ...(handle !== null && { handle }) } as unknown as RelayCall
      return new Promise<RelayResult<V>>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const leave = () => end(() => reject(signal.reason))
        const timer = setTimeout(() => end(() => reject(walletTimeout(about))), limitMs)
        const end = (settle: () => void) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
          settle()
        }
        signal.addEventListener('abort', leave)
        const asking = async () => wallets(call)
        asking().then(
          answer =>
            end(() => {
              const read = relayAnswer.safeParse(answer)
              if (read.success && !read.data.ok) return reject(walletFailure(read.data.error, about))
              const schema = RELAY_RESULTS[verb] as unknown as z.ZodMiniType<RelayResult<V>>
              const result = schema.safeParse(read.success && read.data.ok ? read.data.value : undefined)
              if (result.success) resolve(result.data)
              else reject(walletFailure({ code: null, message: '', reason: 'answer' }, about))
            }),
          // The page is gone, or its document another one: no wallet of it can be asked any more.
          () => end(() => reject(walletFailure({ code: null, message: '', reason: 'gone' }, about))),
        )
      })
    },
  }
}
