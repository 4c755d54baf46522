import { useMemo } from 'react'
import { approveLabel } from '../../approval/approve-label.ts'
import { findDangers } from '../../approval/message/dangers.ts'
import { readMessage } from '../../approval/message/message-content.ts'
import { singleLine } from '../../approval/readable-text.ts'
import { CoverNote } from '../../approval/ui/cover-note.tsx'
import { Warnings } from '../../approval/ui/warnings.tsx'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Success } from '../../ui/success.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { useFlow } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { type SignRequest, startSignFlow } from './flow.ts'
import { Receipt } from './receipt.tsx'
import styles from './screen.module.css'

/** Shows who wants what signed by which wallet; signs when the person approves. */
export function SignMessageScreen({ request }: { request: SignRequest }) {
  const { hostOrigin, operations, screens } = useKernel()
  const [state, flow] = useFlow(() => startSignFlow(operations, request))
  const content = useMemo(() => readMessage(request.message, request.encoding), [request])
  const dangers = findDangers(content, { hostOrigin, address: request.wallet.address })
  const guard = useApprovalGuard({
    requestId: request.id,
    movesValue: false,
    onApprove: () => flow.send({ type: 'approve' }),
  })

  if (state.status === 'done') {
    const { signature } = state
    return <Success onEnd={() => screens.resolve(request, { signature })} title={say('sign.success')} />
  }

  const { title, buttonText, isCancellable } = request.uiOptions
  const reject = () => screens.dismiss(request)
  const isSigning = state.status === 'signing'
  return (
    <Screen
      onClose={isCancellable === false ? null : reject}
      status={isSigning ? say('sign.signing') : undefined}
      title={(title && singleLine(title)) || say('sign.title')}
    >
      <Warnings dangers={dangers} />
      <Receipt content={content} request={request} />
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <CoverNote status={guard.status} />
      <div className={styles.actions}>
        <Button look={dangers.length > 0 ? 'primary' : 'plain'} onClick={reject}>
          {say('action.reject')}
        </Button>
        <Button {...guard.button} isBusy={isSigning} look={dangers.length > 0 ? 'plain' : 'primary'}>
          {state.status === 'failed' ? say('action.tryAgain') : approveLabel(buttonText)}
        </Button>
      </div>
    </Screen>
  )
}
