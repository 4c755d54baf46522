import { SOLANA_CHAINS } from '@vitrine/shared/chains/solana-clusters.ts'
import * as z from 'zod/mini'

/** What outlives a reload: a text under one name of the frame's storage. */
export interface TextStorage {
  read(): string | null
  write(text: string): void
}

const sentTransaction = z.object({
  chain: z.enum(SOLANA_CHAINS),
  /** Base58. */
  signature: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)),
  /** Whole and signed, base64: it can be sent again until it is taken up. */
  transaction: z.string().check(z.maxLength(5_464)),
  /** Stays good until its nonce is used, so it does not expire with its blockhash. */
  isDurable: z.boolean(),
  /** Unix ms. */
  sentAt: z.number(),
  /** A block height after the transaction was signed: its blockhash cannot be good for longer than 150 blocks from there. */
  height: z.optional(z.number()),
  /** Its effect by `contentOf`, while the site has no answer: the same payment once more is this transaction once more. */
  uncertain: z.optional(z.string()),
})
export type SentTransaction = z.infer<typeof sentTransaction>

const MAX_KEPT = 20

export interface SentTransactions {
  list(): readonly SentTransaction[]
  add(sent: SentTransaction): void
  update(signature: string, change: Partial<SentTransaction>): void
  remove(signature: string): void
}

/** Transactions that were sent and are not final yet. Holds nothing secret: all of it is public on chain. */
export function createSentTransactions(kept: TextStorage): SentTransactions {
  const list = (): SentTransaction[] => {
    try {
      return z.array(sentTransaction).parse(JSON.parse(kept.read() ?? '[]'))
    } catch {
      return []
    }
  }
  const write = (all: readonly SentTransaction[]) => kept.write(JSON.stringify(all))
  const without = (signature: string) => list().filter(it => it.signature !== signature)
  return {
    list,
    // Read anew each time: another tab may have written since.
    add: sent => write([...without(sent.signature), sent].slice(-MAX_KEPT)),
    update: (signature, change) =>
      write(list().map(it => (it.signature === signature ? { ...it, ...change } : it))),
    remove: signature => write(without(signature)),
  }
}
