import type { FundingMethod } from '@vitrine/shared/funding/options.ts'
import type { FundingOutcome } from './method.ts'

/** What became of a funding, as its card tells it. */
export type FundingEnd =
  | { readonly status: 'completed'; readonly method: FundingMethod; readonly outcome: FundingOutcome }
  /** `method`: the one that was begun; `null`: none was. */
  | { readonly status: 'cancelled'; readonly method: FundingMethod | null }
