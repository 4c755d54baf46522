import type { ScreenResult } from '../../requests/registry.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { Success } from '../../ui/success.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import type { ApprovalFlow } from '../flow/approval-flow.ts'
import { useRequestState } from '../open-window/use-approval-window.ts'
import type { ApprovalRequest, ReviewBase } from '../view/build-view.ts'
import { ApprovalScreen } from './approval-screen.tsx'
import { useRejection } from './use-rejection.ts'

export interface SignatureScreenProps<Kind extends ApprovalRequest['kind'], Review> {
  readonly request: Extract<ApprovalRequest, { kind: Kind }>
  start(kernel: Kernel): ApprovalFlow<Review, ScreenResult<Kind>>
}

/** An approval that ends with one signature. */
export function SignatureScreen<Kind extends ApprovalRequest['kind'], Review extends ReviewBase>({
  request,
  start,
}: SignatureScreenProps<Kind, Review>) {
  const kernel = useKernel()
  const [state, flow] = useFlow(() => start(kernel))
  useRequestState(request, state)
  const reject = useRejection(request, state)
  const isMessage = request.kind === 'sign-message'
  if (state.status === 'done') {
    const { result } = state
    return (
      <Success
        onEnd={() => kernel.screens.dismiss(request)}
        onShown={() => kernel.screens.resolve<Kind>(request as never, result, 'stays')}
        title={say(isMessage ? 'sign.success' : 'approval.signed')}
      />
    )
  }
  return (
    <ApprovalScreen
      busy={say(isMessage ? 'sign.signing' : 'approval.signing')}
      flow={flow}
      onReject={reject}
      request={request}
      state={state}
    />
  )
}
