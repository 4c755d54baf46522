import type { ReadableStore } from '../../core/store.ts'
import { createStore } from '../../core/store.ts'
import type { CallBatch, CallStatus, EthereumNetwork, EthereumNetworks, Hex } from './ports.ts'
import { spedUpAs } from './replacements.ts'

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
  { hashes }: CallBatch,
  sent: EthereumNetworks['sent'],
): Promise<(CallReceipt | null)[]> =>
  Promise.all(
    hashes.map(async sentHash => {
      const { hash } = spedUpAs(sentHash, sent.get()) ?? { hash: sentHash }
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
export function callStatuses(
  { count, hashes }: CallBatch,
  receipts: readonly (CallReceipt | null)[],
  sent: EthereumNetworks['sent'],
): CallStatus[] {
  return Array.from({ length: count }, (_, place) => {
    const hash = hashes[place]
    if (hash === undefined) return 'unsent'
    const receipt = receipts[place] ?? null
    return receipt === null ? followed(hash, sent) : receipt.status === '0x1' ? 'confirmed' : 'reverted'
  })
}

/**
 * As the follower has it, which alone knows of what was replaced: no node has a receipt of that. A transaction that no node knows
 * may still be in a block later, so it counts as pending.
 */
function followed(hash: Hex, sent: EthereumNetworks['sent']): CallStatus {
  const rows = sent.get()
  const { status } = spedUpAs(hash, rows) ?? rows.find(row => row.hash === hash) ?? {}
  if (status === 'replaced') return 'gone'
  return status === undefined || status === 'dropped' ? 'pending' : status
}

/** EIP-5792, "Status Codes": 100 pending, 200 all done, 400 none happened, 500 none succeeded, 600 some did. */
export function batchStatus(statuses: readonly CallStatus[]): 100 | 200 | 400 | 500 | 600 {
  const has = (status: CallStatus) => statuses.includes(status)
  if (has('pending')) return 100
  if (has('confirmed')) return statuses.every(status => status === 'confirmed') ? 200 : 600
  return has('reverted') ? 500 : 400
}

/** The fates as they change, until `stop`. */
export function followStatuses(
  batch: CallBatch,
  receipts: readonly (CallReceipt | null)[],
  sent: EthereumNetworks['sent'],
): { readonly statuses: ReadableStore<readonly CallStatus[]>; stop(): void } {
  // What the follower says comes later than these receipts, and a block can be undone.
  const now = () => {
    const known = batch.hashes.map((hash, place) =>
      sent.get().some(row => row.hash === hash && row.status !== 'pending')
        ? null
        : (receipts[place] ?? null),
    )
    return callStatuses(batch, known, sent)
  }
  const statuses = createStore<readonly CallStatus[]>(now())
  const stop = sent.subscribe(() => {
    const next = now()
    if (`${next}` !== `${statuses.get()}`) statuses.set(next)
  })
  return { statuses, stop }
}
