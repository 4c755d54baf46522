import { reviewTypedData } from '../../approval/ethereum/review/review-typed-data.ts'
import { type ApprovalFlow, startApproval } from '../../approval/flow/approval-flow.ts'
import { mayAskAgain } from '../../approval/flow/may-ask-again.ts'
import type { ReviewBase } from '../../approval/view/build-view.ts'
import type { Hex } from '../../chains/ethereum/ports.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ScreenRequest, ScreenResult } from '../registry.ts'

export type TypedDataRequest = Extract<ScreenRequest, { kind: 'sign-typed-data' }>

/** EIP-712, `eth_signTypedData_v4`. */
export const startTypedDataApproval = (
  kernel: Pick<Kernel, 'app' | 'ethereum' | 'config' | 'hostOrigin' | 'operations' | 'recipients'>,
  request: TypedDataRequest,
): ApprovalFlow<ReviewBase, ScreenResult<'sign-typed-data'>> =>
  startApproval({
    mayAskAgain: mayAskAgain(request),
    review: (_sent, signal) => reviewTypedData(kernel, request, signal),
    async perform(_review, _progress, signal) {
      const { wallet, typedData } = request
      const { signature } = await kernel.operations.perform(
        wallet,
        { method: 'eth_signTypedData_v4', params: { typed_data: typedData } },
        signal,
      )
      return { signature: signature as Hex }
    },
  })
