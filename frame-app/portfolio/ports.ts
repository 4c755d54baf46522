import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { Price } from '../approval/explain/numbers.ts'
import type { ReplacementKind } from '../chains/ethereum/ports.ts'
import type { ReadableStore } from '../core/store.ts'

/** A chain as the home shows it. */
export type HeldOn =
  | { readonly type: 'ethereum'; readonly id: number; readonly name: string; readonly isTestnet: boolean }
  | { readonly type: 'solana'; readonly id: SolanaChain; readonly name: string; readonly isTestnet: boolean }

/**
 * What a wallet has of one coin on one chain: native currencies, the operator's tokens and those that the person added, always;
 * other known tokens where the wallet has some. Every text is fit to be shown: one line, short, nothing hidden in it. */
export interface Holding {
  /** Unique among the holdings of a wallet. */
  readonly key: string
  readonly chain: HeldOn
  /** The token's contract or mint; `null`: the chain's own currency. */
  readonly token: string | null
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Smallest units, as a node last told it; `null`: no node did, or the token's contract does not say. */
  readonly amount: bigint | null
  /** US dollars for a whole unit, fresh enough to be trusted; `null`: there is none. */
  readonly price: Price | null
  /** The operator's picture of it; `null`: its mark, or its letter. */
  readonly logoUrl: string | null
  /** `native` and `known` by the operator's and our own lists; `watched`: added by the person, its names are its contract's claim. */
  readonly origin: 'native' | 'known' | 'watched'
  /** The trusted symbol that a watched token has the look of, e.g. "USDC": it is a copy. `null`: none. */
  readonly borrows: string | null
}

export interface Holdings {
  /** `reading` without anything known before; `stale`: the last known, of which not all could be read yet; `fresh`: as all nodes last told it. */
  readonly status: 'reading' | 'stale' | 'fresh'
  /** Unix ms: when the oldest of what could not be read anew was read; `null`: nothing of before is shown. */
  readonly readAt: number | null
  /** A read is under way. */
  readonly isRefreshing: boolean
  /** Native currencies first, then by worth; test networks last. */
  readonly list: readonly Holding[]
  /** US cents of all that has a price, on main networks or where the operator named a feed; `null`: nothing has one. */
  readonly totalCents: bigint | null
  /** Something that is held has no price, so the total is not all. */
  readonly isTotalPartial: boolean
  /** Watched NFTs that the wallet has. */
  readonly nfts: number
  /** Names of chains of which no node answered at the last read. */
  readonly unreachable: readonly string[]
}

/** The holdings of one wallet: the last known at once, then as the nodes tell them. */
export interface HoldingsSource {
  readonly store: ReadableStore<Holdings>
  /** Reads anew; never rejects. */
  refresh(): Promise<void>
  /** Ends what is under way. */
  stop(): void
}

/** Something that happened to a wallet. */
export interface Activity {
  /** Transaction hash, or Solana's first signature. */
  readonly id: string
  readonly chain: HeldOn
  /** `unknown`: sent, and no node can say. */
  readonly status:
    | 'pending'
    | 'done'
    | 'failed'
    | 'unknown'
    /** Another transaction with its nonce waits as well, to be done in its place, or to cancel it. */
    | 'replacing'
    | 'cancelling'
    /** Another one with its nonce was done: by `cancelled` the user's own cancellation, by `tooLate` the one it was to cancel. */
    | 'replaced'
    | 'cancelled'
    | 'tooLate'
  readonly way: 'out' | 'in' | 'other'
  /** What it was, in words of the time it was approved, e.g. "Send 89 TUSD"; `null`: not known. */
  readonly headline: string | null
  /** Signed with the way, e.g. "−89 TUSD"; `null`: not known, or several. */
  readonly amount: string | null
  /** The other side, whole; `null`: not known. */
  readonly party: string | null
  /** The origin of the site that asked; `null`: the person did, or nobody. */
  readonly askedBy: string | null
  /** Unix ms; `null`: not known. */
  readonly at: number | null
  readonly explorerUrl: string | null
  /** How the user can replace it while it waits; absent or empty: not. */
  readonly replaceable?: readonly ReplacementKind[]
}

/** Newest first, what is pending before all else. */
export interface ActivitySource {
  readonly store: ReadableStore<{ readonly status: 'reading' | 'done'; readonly list: readonly Activity[] }>
  refresh(): Promise<void>
  stop(): void
}
