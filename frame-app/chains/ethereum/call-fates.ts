import { createStore } from '../../core/store.ts'
import type { ReadableStore } from '../../kernel/ports.ts'
import type { CallBundle, CallFate, EthereumNetwork, EthereumNetworks, Hex } from './ports.ts'

/** Of a node, JSON as it came. */
export interface CallReceipt {
  readonly status: unknown
  readonly logs: unknown
  readonly blockHash: unknown
  readonly blockNumber: unknown
  readonly gasUsed: unknown
  readonly transactionHash: unknown
}

/** @throws VitrineError as `EthereumNetwork.request` */
export const readReceipts = (
  network: Pick<EthereumNetwork, 'request'>,
  { hashes }: CallBundle,
): Promise<(CallReceipt | null)[]> =>
  Promise.all(
    hashes.map(async hash => {
      const answer = await network.request<unknown>('eth_getTransactionReceipt', [hash])
      // One that is in no block yet has none; what some nodes give for it all the same has no block.
      return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'blockNumber')
        ? (answer as CallReceipt)
        : null
    }),
  )

/**
 * What became of each call, in their order.
 * @param receipts of the hashes, as far as they are known
 */
export function fatesOf(
  { count, hashes }: CallBundle,
  receipts: readonly (CallReceipt | null)[],
  sent: EthereumNetworks['sent'],
): CallFate[] {
  return Array.from({ length: count }, (_, place) => {
    const hash = hashes[place]
    if (hash === undefined) return 'unsent'
    const receipt = receipts[place] ?? null
    return receipt === null ? followed(hash, sent) : receipt.status === '0x1' ? 'confirmed' : 'reverted'
  })
}

/** As the follower has it, which alone knows of what was replaced or lost: no node has a receipt of that. */
function followed(hash: Hex, sent: EthereumNetworks['sent']): CallFate {
  const status = sent.get().find(row => row.hash === hash)?.status
  return status === 'replaced' || status === 'dropped' ? 'gone' : (status ?? 'pending')
}

/** EIP-5792, "Status Codes": 100 pending, 200 all done, 400 none happened, 500 none succeeded, 600 some did. */
export function bundleStatus(fates: readonly CallFate[]): 100 | 200 | 400 | 500 | 600 {
  const has = (fate: CallFate) => fates.includes(fate)
  if (has('pending')) return 100
  if (has('confirmed')) return fates.every(fate => fate === 'confirmed') ? 200 : 600
  return has('reverted') ? 500 : 400
}

/** The fates as they change, until `stop`. */
export function followFates(
  bundle: CallBundle,
  receipts: readonly (CallReceipt | null)[],
  sent: EthereumNetworks['sent'],
): { readonly fates: ReadableStore<readonly CallFate[]>; stop(): void } {
  // What the follower says comes later than these receipts, and a block can be undone.
  const now = () => {
    const known = bundle.hashes.map((hash, place) =>
      sent.get().some(row => row.hash === hash && row.status !== 'pending')
        ? null
        : (receipts[place] ?? null),
    )
    return fatesOf(bundle, known, sent)
  }
  const fates = createStore<readonly CallFate[]>(now())
  const stop = sent.subscribe(() => {
    const next = now()
    if (`${next}` !== `${fates.get()}`) fates.set(next)
  })
  return { fates, stop }
}
