import type { BridgeStatus } from '@vitrine/shared/api/funding.ts'
import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'

/** Who brings money from one chain to another. `relay.ts` is the first. */
export interface BridgeProvider {
  /** For people. */
  readonly name: string
  /**
   * What it would take. The offer is a stranger's word, also where the adapter has read it: see `check-offer.ts`.
   * @throws VitrineError `service_unavailable` (503) | `not_supported` (422) where it does not go that way
   */
  quote(asked: BridgeAsked): Promise<BridgeOffer>
  /**
   * What became of an offer that was taken.
   * @param vendorId of the offer
   * @throws VitrineError `service_unavailable` (503)
   */
  status(vendorId: string, isTestnet: boolean): Promise<BridgeStatus>
}

/** Amounts are of the smallest unit. */
export interface BridgeAsked {
  readonly from: {
    /** With its checksum, as all of Ethereum's are here. */
    readonly address: `0x${string}`
    /** EIP-155. */
    readonly chain: number
    /** `null`: the native currency. */
    readonly currency: `0x${string}` | null
  }
  readonly to: {
    readonly address: string
    readonly chain: number | SolanaChain
    /** A token's contract or mint. */
    readonly currency: string | null
  }
  /** What is to arrive. */
  readonly amount: bigint
  readonly isTestnet: boolean
}

export interface OfferedTransaction {
  readonly chain: number
  readonly from: string
  readonly to: string
  readonly data: string
  /** Wei. */
  readonly value: bigint
}

export interface BridgeOffer {
  readonly vendorId: string
  /** For `from.address` to send, in this order. */
  readonly transactions: readonly OfferedTransaction[]
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly minimumAmountOut: bigint
  /** Decimal. */
  readonly feeUsd: string | null
  /** Seconds. */
  readonly timeEstimate: number | null
}
