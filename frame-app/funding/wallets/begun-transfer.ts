import * as z from 'zod/mini'
import type { KeptText } from '../../ui/kernel-context.ts'

const text = (length: number) => z.string().check(z.maxLength(length))
const units = z.string().check(z.regex(/^\d{1,78}$/))

/** More are not followed at once; the oldest is forgotten. */
const MAX_KEPT = 8
/** Beyond this a text is not what was written here. */
const MAX_TEXT = 40_000

const begunTransfer = z.object({
  /** As the server has it (`TRANSFER_CLAIM_PATH`). */
  transferId: text(64),
  /** What is funded: chain, token (`null`: native) and amount in the smallest unit. */
  chain: text(40),
  token: z.nullable(text(64)),
  amount: units,
  /** What the funded wallet had of it before. */
  before: units,
  from: z.object({
    address: text(64),
    chainType: z.enum(['ethereum', 'solana']),
    /** CAIP-2, or a cluster's name. */
    chain: text(40),
    walletClientType: text(80),
    /** Of the wallet, as it was shown. */
    name: text(80),
    isExternal: z.boolean(),
  }),
  /** Hash or first signature; `null`: the wallet was asked, and what it did is not known. */
  sent: z.nullable(text(100)),
  /** `null`: a transfer of the asset itself. */
  bridge: z.nullable(
    z.object({
      quoteId: text(200),
      provider: text(80),
      minimumAmountOut: units,
      /** Seconds; `null`: the bridge does not say. */
      timeEstimate: z.nullable(z.number()),
    }),
  ),
  /** Unix ms of the asking. */
  at: z.number(),
})

/**
 * A transfer that a wallet was asked for. Kept until it is known what became of it, so that a reload takes it up again, and
 * nobody asks for it twice.
 */
export type BegunTransfer = Readonly<z.infer<typeof begunTransfer>>

export interface BegunTransfers {
  /** The one that a request with this amount has begun. */
  find(wanted: Pick<BegunTransfer, 'chain' | 'token' | 'amount'>): BegunTransfer | null
  /** The newest one to a chain and token, whatever its amount. */
  latest(wanted: Pick<BegunTransfer, 'chain' | 'token'>): BegunTransfer | null
  /** Writes it down, in the place of what was known of it before. */
  put(transfer: BegunTransfer): void
  remove(transferId: string): void
}

/** @param storage of one funded wallet; what stands there may be anything: what is not ours counts as nothing */
export function begunTransfers(storage: KeptText): BegunTransfers {
  const read = (): readonly BegunTransfer[] => {
    const kept = storage.read()
    if (kept === null || kept.length > MAX_TEXT) return []
    try {
      const rows: unknown = JSON.parse(kept)
      return (Array.isArray(rows) ? rows : []).flatMap(row => begunTransfer.safeParse(row).data ?? [])
    } catch {
      return []
    }
  }
  // From storage each time: another tab may have written since.
  const change = (id: string, first: readonly BegunTransfer[]) =>
    storage.write(JSON.stringify([...first, ...read().filter(it => it.transferId !== id)].slice(0, MAX_KEPT)))
  return {
    find: ({ chain, token, amount }) =>
      read().find(it => it.chain === chain && it.token === token && it.amount === amount) ?? null,
    latest: ({ chain, token }) => read().find(it => it.chain === chain && it.token === token) ?? null,
    put: transfer => change(transfer.transferId, [transfer]),
    remove: id => change(id, []),
  }
}
