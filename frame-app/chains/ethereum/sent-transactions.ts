import { wholeNumber } from '@vitrine/shared/whole-number.ts'
import * as z from 'zod/mini'
import type { ReadableStore } from '../../core/store.ts'
import { createStore } from '../../core/store.ts'
import { sentAbout } from '../sent-about.ts'
import type { Address, Hex, SentTransaction } from './ports.ts'

/** Final ones beyond this are forgotten, the oldest first. */
const MAX_KEPT = 50
/** A person who pays the same again after so long means to. */
const UNCERTAIN_MS = 3_600_000

const hex = (bytes: number) =>
  z.custom<Hex>(
    value => typeof value === 'string' && new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`, 'i').test(value),
  )
const count = wholeNumber.check(z.nonnegative())
const sentTransaction = z.object({
  hash: hex(32),
  chainId: wholeNumber.check(z.positive()),
  from: hex(20),
  to: z.nullable(hex(20)),
  nonce: count,
  sentAt: z.number(),
  status: z.enum(['pending', 'confirmed', 'reverted', 'replaced', 'dropped']),
  blockNumber: z.nullable(count),
  isFinal: z.boolean(),
  about: z.optional(sentAbout),
  replaces: z.optional(z.object({ hash: hex(32), kind: z.enum(['speed-up', 'cancel']) })),
  uncertain: z.nullable(z.object({ content: z.string(), raw: z.string() })),
  raw: z.optional(z.string()),
})

/** Words that cannot be read, such as another release's, take no transaction with them: its nonce is taken all the same. */
const readRow = (row: unknown): StoredTransaction[] => {
  const { data } = sentTransaction.safeParse(row)
  if (data) return [data]
  const bare = typeof row === 'object' && row !== null ? { ...row, about: undefined } : row
  return [sentTransaction.safeParse(bare).data ?? []].flat()
}

/** With what is needed to send it again, as long as it waits for a block. */
export interface StoredTransaction extends SentTransaction {
  /** Signed, RLP: the same bytes are broadcast again while no node knows them. They are forgotten once the outcome is final. */
  readonly raw?: string | undefined
  /** Set while the page has no answer: the same payment once more is these bytes once more. */
  readonly uncertain: {
    /** What it pays and does, see `contentOf`. */
    readonly content: string
    /** Signed, RLP: whoever reads it could send it, which is what was approved. */
    readonly raw: string
  } | null
}

/** A final transaction needs its bytes no more, and a browser's storage is small. */
const withoutSpentBytes = (row: StoredTransaction): StoredTransaction =>
  row.isFinal ? { ...row, raw: undefined } : row

/** The storage of one user's transactions; what stands there may be anything. */
export interface SentStorage {
  read(): string | null
  write(value: string): void
  /** Calls back when another tab has written. */
  onChange(listener: () => void): void
}

export interface SentTransactions {
  /** Newest first. */
  readonly all: ReadableStore<readonly SentTransaction[]>
  /** The same, with their signed bytes. */
  stored(): readonly StoredTransaction[]
  get(hash: Hex): SentTransaction | undefined
  /** As they stand in storage now, other tabs' included: nonces that a new transaction must not take. */
  takenNonces(chainId: number, from: Address): number[]
  /** One of the same content that may have been sent already; another signature could pay twice. */
  uncertain(content: string, now: number): StoredTransaction | undefined
  add(transaction: StoredTransaction): void
  update(hash: Hex, change: Partial<StoredTransaction>): void
  /** It was never sent after all. */
  remove(hash: Hex): void
  /** Another user, or none: theirs are read. */
  reload(): void
}

/** What was sent from this browser: kept over a reload, the same in every tab of the frame's storage. */
export function createSentTransactions(storage: SentStorage): SentTransactions {
  const read = (): StoredTransaction[] => {
    try {
      const rows: unknown = JSON.parse(storage.read() ?? '[]')
      return (Array.isArray(rows) ? rows : []).flatMap(readRow)
    } catch {
      return []
    }
  }
  const all = createStore<readonly StoredTransaction[]>(read())
  // From storage each time: another tab may have written since.
  const change = (apply: (rows: StoredTransaction[]) => StoredTransaction[]) => {
    const rows = apply(read())
    const finals = rows.filter(({ isFinal }) => isFinal).slice(MAX_KEPT)
    const kept = rows.filter(row => !finals.includes(row))
    storage.write(JSON.stringify(kept))
    all.set(kept)
  }
  const reload = () => all.set(read())
  storage.onChange(reload)
  return {
    all,
    stored: all.get,
    get: hash => all.get().find(row => row.hash === hash),
    takenNonces: (chainId, from) =>
      read()
        // Of one that may not have arrived the nonce is free: behind a gap nothing moves, and of two with one nonce one is paid.
        .filter(row => row.chainId === chainId && !row.isFinal && row.uncertain === null)
        .filter(({ status }) => status !== 'dropped')
        .filter(row => row.from.toLowerCase() === from.toLowerCase())
        .map(({ nonce }) => nonce),
    uncertain: (content, now) =>
      read().find(
        row =>
          row.uncertain?.content === content &&
          row.status !== 'replaced' &&
          row.status !== 'dropped' &&
          now - row.sentAt < UNCERTAIN_MS,
      ),
    add: transaction =>
      change(rows => [transaction, ...rows.filter(({ hash }) => hash !== transaction.hash)]),
    update: (hash, part) =>
      change(rows => rows.map(row => (row.hash === hash ? withoutSpentBytes({ ...row, ...part }) : row))),
    remove: hash => change(rows => rows.filter(row => row.hash !== hash)),
    reload,
  }
}
