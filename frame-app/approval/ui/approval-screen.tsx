import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import type { ApprovalFlow, ApprovalState } from '../flow/approval-flow.ts'
import { type ApprovalRequest, buildView, type ReviewBase } from '../view/build-view.ts'
import { useApprovalWindow, type WindowStatus } from '../window/use-approval-window.ts'
import styles from './approval-screen.module.css'
import { CoverNote } from './cover-note.tsx'
import { ApprovalReceipt } from './receipt.tsx'
import { NotScrolledNote } from './scroll-note.tsx'
import { useScrolledTo } from './use-scrolled-to.ts'
import { Warnings } from './warnings.tsx'

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
  // However many dangers there are: nobody approves before the last of them has been in sight.
  const [hasScrolledPastDangers, endOfDangers] = useScrolledTo(dangers.join('\n'))
  const isComplete = status === 'reviewing' && view.shortage === null
  const isReady = isComplete && (dangers.length === 0 || hasScrolledPastDangers)
  const approve = () => {
    if (isReady) flow.send({ type: 'approve', attempt })
  }
  const reviewKey = `${request.id}/${attempt}`
  // What stands on the screen changes with the status: a button that was seen beside nothing was not seen beside this.
  const guard = useApprovalGuard({
    requestId: `${reviewKey}/${status}`,
    movesValue: true,
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
  const isStuck = status === 'failed' || status === 'unprepared'
  const look = dangers.length > 0 ? 'plain' : 'primary'
  const mayLeave = !(isBinding && state.status === 'performing' && !state.isWaiting)
  const retry = () => flow.send({ type: 'retry' })

  return (
    <Screen
      onClose={request.uiOptions.isCancellable === false || !mayLeave ? null : onReject}
      status={status === 'preparing' ? say('approval.preparing') : status === 'performing' ? busy : undefined}
      title={view.title}
    >
      <Warnings dangers={dangers} />
      {dangers.length > 0 ? <span ref={endOfDangers} /> : null}
      <ApprovalReceipt isReading={status === 'preparing'} view={view} />
      {problem === null ? null : <Problem>{problem}</Problem>}
      {progress === undefined ? null : <p className={styles.note}>{progress}</p>}
      {status === 'reviewing' && view.shortage !== null ? (
        <Button look="quiet" onClick={retry}>
          {say('approval.checkAgain')}
        </Button>
      ) : null}
      {isComplete && !isReady ? <NotScrolledNote /> : null}
      {isReady && !needsWindow ? <CoverNote status={guard.status} /> : null}
      {isReady && needsWindow ? (
        <p className={styles.note}>
          {say(inWindow.status === 'open' ? 'approval.windowWaiting' : 'approval.windowSentence')}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button disabled={!mayLeave} look={dangers.length > 0 ? 'primary' : 'plain'} onClick={onReject}>
          {say('action.reject')}
        </Button>
        {isStuck ? (
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
            {view.approveLabel}
          </Button>
        )}
      </div>
    </Screen>
  )
}

function windowProblem(status: WindowStatus): string | null {
  if (status === 'blocked') return say('approval.windowBlocked')
  return status === 'closed' ? say('approval.windowClosed') : null
}
