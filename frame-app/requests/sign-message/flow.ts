import type { ApprovalFlow } from '../../approval/flow/approval-flow.ts'
import { startApproval } from '../../approval/flow/start-approval.ts'
import { reviewMessage } from '../../approval/message/review-message.ts'
import type { ReviewBase } from '../../approval/view/build-view.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ScreenRequest, ScreenResult } from '../registry.ts'

export type SignRequest = Extract<ScreenRequest, { kind: 'sign-message' }>

/** `personal_sign` (EIP-191), or a message of a Solana wallet. Each signature takes an approval of its own. */
export const startSignMessage = (
  {
    operations,
    hostOrigin,
  }: Pick<Kernel, 'hostOrigin'> & { readonly operations: Pick<Kernel['operations'], 'signMessage'> },
  request: SignRequest,
): ApprovalFlow<ReviewBase, ScreenResult<'sign-message'>> =>
  startApproval({
    ready: reviewMessage(request, { hostOrigin, address: request.wallet.address }),
    perform: (_review, _progress, signal) => operations.signMessage(request, signal),
  })
