import { SOLANA_CHAINS } from '@vitrine/shared/chains/solana-clusters.ts'
import * as z from 'zod/mini'
import { createStore, type ReadableStore } from '../../core/store.ts'
import { sentAbout } from '../sent-about.ts'
import type { SolanaSent } from './ports.ts'
import type { TextStorage } from './sent-transactions.ts'

/** Older ones are forgotten. */
const MAX_KEPT = 50

const row = z.object({
  chain: z.enum(SOLANA_CHAINS),
  signature: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)),
  wallet: z.string().check(z.maxLength(64)),
  sentAt: z.number(),
  status: z.enum(['pending', 'done', 'failed', 'unknown']),
  about: z.optional(sentAbout),
})

export interface SentHistory {
  /** Newest first. */
  readonly all: ReadableStore<readonly SolanaSent[]>
  add(sent: SolanaSent): void
  settle(signature: string, status: SolanaSent['status']): void
}

/** What was sent from this browser and what became of it, also once it is final. All of it is public on chain. */
export function createSentHistory(kept: TextStorage): SentHistory {
  const read = (): SolanaSent[] => {
    try {
      const rows: unknown = JSON.parse(kept.read() ?? '[]')
      return (Array.isArray(rows) ? rows : [])
        .slice(0, MAX_KEPT)
        .flatMap(value => row.safeParse(value).data ?? [])
    } catch {
      return []
    }
  }
  const all = createStore<readonly SolanaSent[]>(read())
  // From storage each time: another tab may have written since.
  const change = (apply: (rows: SolanaSent[]) => SolanaSent[]) => {
    const rows = apply(read()).slice(0, MAX_KEPT)
    kept.write(JSON.stringify(rows))
    all.set(rows)
  }
  return {
    all,
    add: sent => change(rows => [sent, ...rows.filter(({ signature }) => signature !== sent.signature)]),
    settle(signature, status) {
      const known = read().find(it => it.signature === signature)
      if (known && known.status !== status)
        change(rows => rows.map(it => (it.signature === signature ? { ...it, status } : it)))
    },
  }
}
