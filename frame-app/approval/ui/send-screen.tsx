import { transactionUrl } from '../../chains/ethereum/transaction-url.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { useFlow } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { callsOf, type SendRequest, type Sent, startSending } from '../flow/send-flow.ts'
import { useRequestState } from '../open-window/use-approval-window.ts'
import { ApprovalScreen } from '../ui/approval-screen.tsx'
import { SentScreen } from '../ui/sent-screen.tsx'
import { useRejection } from '../ui/use-rejection.ts'

export interface SendScreenProps {
  readonly request: SendRequest
  /** What is on its way; with `stays` the tick is still to be seen. */
  onSent(hashes: Sent['hashes'], stays?: 'stays'): void
}

/** Shows what a transaction, or a batch of them, would do; signs and sends when the person approves. */
export function SendScreen({ request, onSent }: SendScreenProps) {
  const kernel = useKernel()
  const [state, flow] = useFlow(() => startSending(kernel, request))
  useRequestState(request, state, state.status === 'done' ? linksOf(state.result) : undefined)
  const reject = useRejection(request, state)
  const leave = () => {
    // Not what was drawn: the next one may have been signed since.
    const now = flow.get()
    // Of a wallet app nobody knows when it answers, and its person can still decline there.
    const isElsewhere = request.wallet.custody === 'external'
    if (now.status === 'performing' && !now.isWaiting && !isElsewhere) return
    // What is on its way stays on its way: the page must learn of it.
    if (now.sent.length > 0) onSent(now.sent)
    else reject()
  }
  if (state.status === 'done') {
    const { hashes, isCutShort, outgoing } = state.result
    return (
      <SentScreen
        askedFor={isCutShort ? callsOf(request).length : undefined}
        onEnd={() => kernel.screens.dismiss(request)}
        onShown={() => onSent(hashes, 'stays')}
        outgoing={outgoing}
        transactions={linksOf(state.result)}
        uiOptions={request.uiOptions}
      />
    )
  }
  const { sent } = state
  const count = callsOf(request).length
  const isWaiting = state.status === 'performing' && state.isWaiting
  const progress = { sent: sent.length, count }
  return (
    <ApprovalScreen
      busy={say('approval.sending')}
      flow={flow}
      isBinding
      onReject={leave}
      progress={
        sent.length > 0
          ? say(isWaiting ? 'approval.batchWaiting' : 'approval.partlySent', progress)
          : undefined
      }
      request={request}
      state={state}
    />
  )
}

const linksOf = ({ hashes, explorerUrl }: Sent) =>
  hashes.map(id => ({ id, url: transactionUrl(explorerUrl, id) }))
