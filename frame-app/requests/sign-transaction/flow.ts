import {
  reviewTransactions,
  type TransactionReview,
} from '../../approval/ethereum/review/review-transactions.ts'
import { type ApprovalFlow, startApproval } from '../../approval/flow/approval-flow.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ScreenRequest, ScreenResult } from '../registry.ts'

export type SignTransactionRequest = Extract<ScreenRequest, { kind: 'sign-transaction' }>

/** `eth_signTransaction`: the page gets the transaction and sends it, or keeps it. */
export const startSignTransaction = (
  kernel: Pick<Kernel, 'app' | 'ethereum' | 'config' | 'hostOrigin' | 'operations' | 'recipients'>,
  { wallet, chainId, transaction }: SignTransactionRequest,
): ApprovalFlow<TransactionReview, ScreenResult<'sign-transaction'>> =>
  startApproval({
    review: (_sent, signal) =>
      reviewTransactions(
        kernel,
        { wallet, chainId, calls: [transaction], method: 'eth_signTransaction' },
        signal,
      ),
    reread: (review, signal) => review.reread(signal),
    perform: ({ network, prepared: [only] }, _progress, signal) => {
      if (only === undefined) throw new TypeError('A review has one transaction for each call')
      return network.sign(wallet, only, signal)
    },
  })
