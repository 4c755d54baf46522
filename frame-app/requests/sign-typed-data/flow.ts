import { reviewLegacyTypedData } from '../../approval/ethereum/review/review-legacy-typed-data.ts'
import { reviewTypedData } from '../../approval/ethereum/review/review-typed-data.ts'
import { type ApprovalFlow, startApproval } from '../../approval/flow/approval-flow.ts'
import { mayAskAgain } from '../../approval/flow/may-ask-again.ts'
import type { ReviewBase } from '../../approval/view/build-view.ts'
import type { Hex } from '../../chains/ethereum/ports.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ScreenRequest, ScreenResult } from '../registry.ts'
import { signingOf } from './signing.ts'

export type TypedDataRequest = Extract<ScreenRequest, { kind: 'sign-typed-data' }>

/** EIP-712, `eth_signTypedData_v4`, and `eth_signTypedData` of version 1. */
export const startTypedDataApproval = (
  kernel: Pick<Kernel, 'app' | 'ethereum' | 'config' | 'hostOrigin' | 'operations' | 'recipients'>,
  request: TypedDataRequest,
): ApprovalFlow<ReviewBase, ScreenResult<'sign-typed-data'>> => {
  const { wallet, typedData, chainId } = request
  return startApproval({
    mayAskAgain: mayAskAgain(request),
    ...(Array.isArray(typedData)
      ? { ready: reviewLegacyTypedData(typedData, kernel.hostOrigin, wallet.address) }
      : {
          review: (_sent, signal) =>
            reviewTypedData(kernel, { wallet, typedData, ...(chainId !== undefined && { chainId }) }, signal),
        }),
    async perform(_review, _progress, signal) {
      const { signature } = await kernel.operations.perform(wallet, signingOf(typedData), signal)
      return { signature: signature as Hex }
    },
  })
}
