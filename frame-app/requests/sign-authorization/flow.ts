import { reviewAuthorization } from '../../approval/ethereum/review/review-authorization.ts'
import { type ApprovalFlow, startApproval } from '../../approval/flow/approval-flow.ts'
import type { ReviewBase } from '../../approval/view/build-view.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ScreenRequest, ScreenResult } from '../registry.ts'

export type AuthorizationRequest = Extract<ScreenRequest, { kind: 'sign-authorization' }>

/** EIP-7702, `eth_sign7702Authorization`. */
export const startAuthorization = (
  kernel: Pick<Kernel, 'ethereum' | 'config' | 'hostOrigin' | 'operations'>,
  request: AuthorizationRequest,
): ApprovalFlow<ReviewBase, ScreenResult<'sign-authorization'>> =>
  startApproval({
    review: (_sent, signal) => reviewAuthorization(kernel, request, signal),
    perform(_review, _progress, signal) {
      const { contract, chainId, nonce } = request.authorization
      const params = { contract, chain_id: chainId, nonce: `0x${nonce.toString(16)}` }
      return kernel.operations.perform(
        request.wallet,
        { method: 'eth_sign7702Authorization', params },
        signal,
      )
    },
  })
