import type { ApprovalEvent, ApprovalFlow } from '../../approval/flow/approval-flow.ts'
import { startApproval } from '../../approval/flow/approval-flow.ts'
import { reviewTransactions, type TransactionReview } from '../../approval/flow/review-transactions.ts'
import { answerOf } from '../../approval/flow/start-approval.ts'
import type { EthereumTransactionInput, Hex } from '../../chains/ethereum/ports.ts'
import { sendBatch } from '../../chains/ethereum/send-batch.ts'
import type { Kernel, ScreenRequest } from '../../kernel/ports.ts'
import { toFailure } from '../../words/failure.ts'

export type SendRequest = Extract<ScreenRequest, { kind: 'send-transaction' | 'send-calls' }>

export interface Sent {
  readonly hashes: readonly Hex[]
  readonly explorerUrl: string | null
  /** One did not succeed, so what came after it was not sent. */
  readonly isCutShort: boolean
}

export const callsOf = (request: SendRequest): readonly EthereumTransactionInput[] =>
  request.kind === 'send-calls' ? request.calls : [request.transaction]

/**
 * `eth_sendTransaction`, and the calls of `wallet_sendCalls` in their order (EIP-5792 without atomicity). What has been
 * sent is never sent again: after a failure only the rest is reviewed anew.
 */
export function startSending(
  kernel: Pick<Kernel, 'app' | 'ethereum' | 'config' | 'hostOrigin' | 'operations'>,
  request: SendRequest,
): ApprovalFlow<TransactionReview, Sent> {
  const { wallet, chainId } = request
  const method = request.kind === 'send-calls' ? 'wallet_sendCalls' : 'eth_sendTransaction'
  const flow = startApproval<TransactionReview, Sent>(
    async (effect, signal): Promise<ApprovalEvent<TransactionReview, Sent>> => {
      const { attempt } = effect
      if (effect.type === 'prepare')
        try {
          const calls = callsOf(request).slice(effect.sent.length)
          const task = { wallet, chainId, calls, method }
          return answerOf(await reviewTransactions(kernel, task, signal), attempt)
        } catch (error) {
          return { type: 'unprepared', attempt, failure: toFailure(error), explanation: null }
        }
      const { network, prepared } = effect.review
      const hashes = [...effect.sent]
      const tell = (isWaiting: boolean) =>
        flow.send({ type: 'progressed', attempt, sent: [...hashes], isWaiting })
      try {
        const isWhole = await sendBatch(
          {
            network,
            wallet,
            count: prepared.length,
            after: effect.sent.at(-1),
            prepared: place => transactionAt(prepared, place),
            onWait: tell,
            onSent: hash => hashes.push(hash),
          },
          signal,
        )
        const { blockExplorerUrl: explorerUrl } = network.chain
        return { type: 'performed', attempt, result: { hashes, explorerUrl, isCutShort: !isWhole } }
      } catch (error) {
        return { type: 'failed', attempt, failure: toFailure(error), sent: hashes }
      }
    },
  )
  return flow
}

function transactionAt(prepared: TransactionReview['prepared'], place: number) {
  const one = prepared[place]
  if (one === undefined) throw new TypeError('A review has one transaction for each call')
  return one
}
