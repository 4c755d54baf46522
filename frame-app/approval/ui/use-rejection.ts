import { useKernel } from '../../ui/kernel-context.ts'
import type { ApprovalState } from '../flow/approval-flow.ts'
import type { ApprovalRequest, ReviewBase } from '../view/build-view.ts'

/**
 * How a person leaves an approval: `user_rejected` (EIP-1193 4001). Where the wallet's balance left nothing to approve the
 * page gets that error instead: `insufficient_balance`.
 */
export function useRejection(
  request: ApprovalRequest,
  state: ApprovalState<ReviewBase, unknown>,
): () => void {
  const { screens } = useKernel()
  return () => {
    const shortage = state.status === 'reviewing' ? state.review.cost?.shortage : null
    if (shortage) screens.reject(request, 'insufficient_balance', shortage)
    else screens.dismiss(request)
  }
}
