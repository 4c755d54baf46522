import { ApprovalScreen } from '../../approval/ui/approval-screen.tsx'
import { useRejection } from '../../approval/ui/use-rejection.ts'
import { useFlow } from '../../flow/use-flow.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { say } from '../../words/say.ts'
import { callsOf, type SendRequest, type Sent, startSending } from './flow.ts'
import { SentScreen } from './sent-screen.tsx'

/** Shows what a transaction, or a row of them, would do; signs and sends when the person approves. */
export function SendTransactionScreen({ request }: { request: SendRequest }) {
  const kernel = useKernel()
  const { screens } = kernel
  const [state, flow] = useFlow(() => startSending(kernel, request))
  const reject = useRejection(request, state)
  const end = (hashes: Sent['hashes']) => {
    if (request.kind === 'send-calls') screens.resolve(request, { hashes })
    else if (hashes[0] !== undefined) screens.resolve(request, { hash: hashes[0] })
  }
  if (state.status === 'done')
    return <SentScreen onEnd={() => end(state.result.hashes)} request={request} sent={state.result} />
  const { sent } = state
  const count = callsOf(request).length
  return (
    <ApprovalScreen
      busy={say('approval.sending')}
      flow={flow}
      isBinding
      // What is on its way stays on its way: the page must learn of it.
      onReject={sent.length > 0 ? () => end(sent) : reject}
      progress={sent.length > 0 ? say('approval.partlySent', { sent: sent.length, count }) : undefined}
      request={request}
      state={state}
    />
  )
}
