import type { Kernel, ScreenRequest } from '../../kernel/ports.ts'
import { say } from '../../words/say.ts'
import { approveLabel } from '../approve-label.ts'
import type { Explanation } from '../explain/explanation.ts'
import type { ApprovalState } from '../flow/approval-flow.ts'
import type { ApprovalView } from './approval-view.ts'
import { siteSays } from './site-note.ts'
import type { Cost } from './transaction-cost.ts'

/** What every review has, whatever is approved. */
export interface ReviewBase {
  readonly explanation: Explanation
  /** `null`: nothing is paid for a signature. */
  readonly cost: Cost | null
  /** The chain's name, as it is shown; `null`: of none. */
  readonly networkName: string | null
}

export type ApprovalRequest = Extract<
  ScreenRequest,
  {
    kind:
      | 'sign-typed-data'
      | 'sign-transaction'
      | 'send-transaction'
      | 'send-calls'
      | 'sign-authorization'
      | 'solana-transaction'
  }
>

const NOTHING_KNOWN: Explanation = {
  headline: '',
  outgoing: [],
  incoming: [],
  permissions: [],
  dangers: [],
  notes: [],
  details: [],
  raw: [],
}

/** All that the approval shows in its present state. */
export function buildView<Review extends ReviewBase>(
  { app, hostOrigin }: Pick<Kernel, 'app' | 'hostOrigin'>,
  { wallet, uiOptions }: ApprovalRequest,
  state: Exclude<ApprovalState<Review, unknown>, { status: 'done' }>,
): ApprovalView {
  const review = 'review' in state ? state.review : null
  const explanation =
    review?.explanation ?? (state.status === 'unprepared' ? state.explanation : null) ?? NOTHING_KNOWN
  return {
    // Ours alone: a site that could name its request would call it "Verify your account".
    title: explanation.headline || say('approval.windowTitle'),
    asks: say('approval.asks'),
    site: { origin: hostOrigin, icon: app.icon_url, ...siteSays(uiOptions, hostOrigin) },
    wallet: wallet.address,
    network: review?.networkName ?? null,
    explanation,
    fee: review?.cost?.fee ?? null,
    shortage: review?.cost?.shortage ?? null,
    approveLabel: approveLabel(uiOptions.buttonText),
  }
}
