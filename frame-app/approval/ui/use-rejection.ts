import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { insufficientFunds } from '../approval-failure.ts'
import type { ApprovalState } from '../flow/approval-flow.ts'
import type { ApprovalRequest, ReviewBase } from '../view/build-view.ts'

/**
 * How a person leaves an approval. Where the screen says why it cannot go on, the page gets that error: there was nothing
 * to reject. Else it gets `user_rejected` (EIP-1193 4001).
 */
export function useRejection(
  request: ApprovalRequest,
  state: ApprovalState<ReviewBase, unknown>,
): () => void {
  const { screens } = useKernel()
  return () => {
    const cause = causeOf(state)
    if (cause) screens.fail(request, cause)
    else screens.dismiss(request)
  }
}

function causeOf(state: ApprovalState<ReviewBase, unknown>): VitrineError | null {
  if ('failure' in state) return state.failure.cause
  const isShort = state.status === 'reviewing' && state.review.cost?.shortage
  return isShort ? insufficientFunds() : null
}
