import type { FundingRequest } from '@vitrine/shared/funding/request.ts'

/** What a method's screens get: all that comes after a method and an amount were chosen. */
export interface MethodScreenProps {
  readonly request: FundingRequest
  /** Of `request.asset`, in its smallest unit. */
  readonly amount: bigint
  /** The money is there, as the chain or the provider says. */
  onDone(outcome: FundingOutcome): void
  /** Back to the choice of method and amount. Nothing was sent. */
  onBack(): void
  /** The person leaves the funding, with this method begun. */
  onClose(): void
}
export interface FundingOutcome {
  readonly transactionHash?: string | undefined
  /** Whole units, decimal. */
  readonly amount?: string | undefined
  readonly metadata?: { readonly walletClientType?: string }
}
