import type { CallBatch, CallStatus, EthereumChain } from '../../chains/ethereum/ports.ts'
import type { ReadableStore } from '../../core/store.ts'
import type { RequestKind } from '../kind.ts'

/** EIP-5792: what became of calls that the page asked for. Nothing is asked of the person. */
export interface ShowCallsRequest {
  readonly id: string
  readonly kind: 'show-calls'
  readonly batch: CallBatch
  readonly chain: EthereumChain
  /** One for each call; they change while the screen is open. */
  readonly statuses: ReadableStore<readonly CallStatus[]>
}

export const showCalls: RequestKind<ShowCallsRequest, undefined> = {
  dismissal: { type: 'result', result: undefined },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).ShowCallsScreen,
  page: null,
}
