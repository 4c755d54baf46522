import type { FundingRequest } from '../../shared/funding/request.ts'

/** What a method's screens get: all that comes after a method and an amount were chosen. */
export interface MethodScreenProps {
  readonly request: FundingRequest
  /** Of `request.asset`, in its smallest unit. */
  readonly amount: bigint
  /** The money is there, as the chain or the provider says. */
  onDone(outcome: FundingOutcome): void
  /** Back to the choice of method and amount. Nothing was sent. */
  onBack(): void
}
export interface FundingOutcome {
  readonly transactionHash?: string
  /** Whole units, decimal. */
  readonly amount?: string
  readonly metadata?: { readonly walletClientType?: string }
}
