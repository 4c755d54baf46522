import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { type ApprovalGuard, useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import type { ApprovalFlow, ApprovalState } from '../flow/approval-flow.ts'
import { useApprovalWindow, type WindowStatus } from '../open-window/use-approval-window.ts'
import { type ApprovalRequest, buildView, type ReviewBase } from '../view/build-view.ts'
import styles from './approval-layout.module.css'
import { ApprovalLayout } from './approval-layout.tsx'
import { ApproveOffNote, type ApproveOffReason } from './approve-off-note.tsx'
import { ApprovalReceipt } from './receipt.tsx'
import { useScrolledTo } from './use-scrolled-to.ts'

export interface ApprovalScreenProps<Review extends ReviewBase, Result> {
  readonly request: ApprovalRequest
  readonly state: Exclude<ApprovalState<Review, Result>, { status: 'done' }>
  /** What is under way after Approve. */
  readonly busy: string
  /** Once approved it cannot be taken back: there is no way out until it is known how it went. */
  readonly isBinding?: boolean
  /** Something went wrong half way. */
  readonly progress?: string | undefined
  onReject(): void
  readonly flow: ApprovalFlow<Review, Result>
}

/** An approval of any kind: dangers, receipt, then Reject and Approve. */
export function ApprovalScreen<Review extends ReviewBase, Result>(
  props: ApprovalScreenProps<Review, Result>,
) {
  const { request, state, flow, busy, isBinding = false, progress, onReject } = props
  const kernel = useKernel()
  const { attempt, status } = state
  const view = buildView(kernel, request, state)
  const { dangers } = view.explanation
  // However many dangers there are, the last of them has to be in sight before Approve is on.
  const [hasScrolledPastDangers, endOfDangers] = useScrolledTo(dangers.join('\n'))
  const canApprove = status === 'reviewing' || (status === 'failed' && state.review.isFixed === true)
  const isComplete = canApprove && view.shortage === null
  const isReady = isComplete && (dangers.length === 0 || hasScrolledPastDangers)
  const approve = () => {
    if (isReady) flow.send({ type: 'approve', attempt })
  }
  const reviewKey = `${request.id}/${attempt}`
  const guard = useApprovalGuard({
    // What stands on the screen changes with the status: the button has to be seen beside it anew.
    requestId: `${reviewKey}/${status}`,
    // A message is text that the person reads: it may be approved in the frame where the browser tells less of covers.
    movesValue: request.kind !== 'sign-message',
    onApprove: approve,
  })
  const needsWindow = guard.status === 'refused'
  const inWindow = useApprovalWindow({
    appId: kernel.app.id,
    reviewKey,
    onApprove: approve,
    onReject,
  })
  const problem =
    'failure' in state ? state.failure.message : (view.shortage ?? windowProblem(inWindow.status))
  const needsRetry = !canApprove && (status === 'failed' || status === 'unprepared')
  const mayLeave = !(isBinding && state.status === 'performing' && !state.isWaiting)
  const retry = () => flow.send({ type: 'retry' })

  return (
    <ApprovalLayout
      approve={look =>
        needsRetry ? (
          <Button key="retry" look={look} onClick={retry}>
            {say('action.tryAgain')}
          </Button>
        ) : needsWindow && status !== 'performing' ? (
          <Button disabled={!isReady} key="window" look={look} onClick={() => inWindow.open(view)}>
            {say('approval.reviewInWindow')}
          </Button>
        ) : (
          <Button
            key="approve"
            {...guard.button}
            disabled={guard.button.disabled || !isReady}
            isBusy={status === 'performing'}
            look={look}
          >
            {status === 'failed' ? say('action.tryAgain') : view.approveLabel}
          </Button>
        )
      }
      dangers={dangers}
      endOfDangers={endOfDangers}
      mayReject={mayLeave}
      onClose={request.uiOptions.isCancellable === false || !mayLeave ? null : onReject}
      onReject={onReject}
      status={status === 'preparing' ? say('approval.preparing') : status === 'performing' ? busy : undefined}
      title={view.title}
    >
      <ApprovalReceipt isReading={status === 'preparing'} view={view} />
      {problem === null ? null : <Problem>{problem}</Problem>}
      {progress === undefined ? null : <p className={styles.note}>{progress}</p>}
      {status === 'reviewing' && view.shortage !== null ? (
        <Button look="quiet" onClick={retry}>
          {say('approval.checkAgain')}
        </Button>
      ) : null}
      <ApproveOffNote reason={offReason(isComplete, isReady, guard.status)} />
      {isReady && needsWindow ? (
        <p className={styles.note}>
          {say(inWindow.status === 'open' ? 'approval.windowWaiting' : 'approval.windowSentence')}
        </p>
      ) : null}
    </ApprovalLayout>
  )
}

/** Why a complete approval cannot be approved yet; `null`: it can, or the screen says why in another way. */
function offReason(
  isComplete: boolean,
  isReady: boolean,
  guard: ApprovalGuard['status'],
): ApproveOffReason | null {
  if (isComplete && !isReady) return 'not-scrolled-to'
  return isReady && guard === 'covered' ? 'covered' : null
}

function windowProblem(status: WindowStatus): string | null {
  if (status === 'blocked') return say('approval.windowBlocked')
  return status === 'closed' ? say('approval.windowClosed') : null
}
