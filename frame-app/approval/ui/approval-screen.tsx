import { fundingOptions } from '@vitrine/shared/funding/options.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { LazyScreen } from '../../ui/lazy-screen.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import { noWindow } from '../approval-failure.ts'
import type { ApprovalFlow, ApprovalState } from '../flow/approval-flow.ts'
import { mayAskAgain } from '../flow/may-ask-again.ts'
import { surfaceOf } from '../message/surface.ts'
import { approvalWindows } from '../open-window/approval-windows.ts'
import { type ApprovalWindow, useApprovalWindow } from '../open-window/use-approval-window.ts'
import { type ApprovalRequest, buildView, type ReviewBase } from '../view/build-view.ts'
import styles from './approval-layout.module.css'
import { ApprovalLayout } from './approval-layout.tsx'
import { ApproveButton } from './approve-button.tsx'
import { ApprovalReceipt } from './receipt.tsx'
import { Asker } from './receipt-parts.tsx'
import { useForbiddenWindows } from './use-forbidden-windows.ts'
import { useFreshFees } from './use-fresh-fees.ts'
import { useMfaRefusal } from './use-mfa-refusal.ts'
import { criticalOf, useSeenAll } from './use-seen-all.ts'
import { WaitForWallet } from './wait-for-wallet.tsx'
import { WhyOff } from './why-off.tsx'

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

/** Behind a press alone: most approvals can be paid. By `import()`, since funding stands on approvals. */
const loadFunding = async () => (await import('../../funding/card/own-funding.tsx')).OwnFunding

/** An approval of any kind: dangers, receipt, then Reject and Approve. */
export function ApprovalScreen<Review extends ReviewBase, Result>(
  props: ApprovalScreenProps<Review, Result>,
) {
  const { request, state, flow, busy, isBinding = false, progress, onReject } = props
  const kernel = useKernel()
  const { attempt, status } = state
  const view = buildView(kernel, request, state)
  const { dangers } = view.explanation
  const seen = useSeenAll(criticalOf(view))
  const canApprove = status === 'reviewing' || (status === 'failed' && state.review.isFixed === true)
  const isComplete = canApprove && view.shortage === null
  const lacking = (status === 'reviewing' && !view.shortage && state.review.cost?.lacking) || null
  const reviewKey = `${request.id}/${attempt}`
  const isInFrame = surfaceOf(request, kernel) === 'frame'
  // The app that has the key asks its person again.
  const isElsewhere = request.wallet.custody === 'external'
  const approve = () => {
    if (isComplete) flow.send({ type: 'approve', attempt })
  }
  const guard = useApprovalGuard({
    // What stands on the screen changes with the status: the button has to be seen beside it anew.
    requestId: `${reviewKey}/${status}`,
    // A message is text that the person reads: it may be approved in the frame where the browser tells less of covers.
    movesValue: request.kind !== 'sign-message' && !isElsewhere,
    onApprove: () => isReady && approve(),
  })
  const needsWindow = !isInFrame || guard.status === 'refused'
  const isAsking = status === 'preparing' || canApprove
  const inWindow = useApprovalWindow({
    requestId: request.id,
    surface: needsWindow ? 'window' : 'frame',
    review: canApprove ? { key: `${reviewKey}/${status}`, view } : null,
    onApprove: approve,
    onReject,
  })
  const isReady = isComplete && (needsWindow || seen.hasSeenAll)
  // Nobody rejected what they could not be shown: the page reads what to do.
  const isStuck = needsWindow && inWindow.status === 'blocked' && state.sent.length === 0
  // A request of which a part was sent stays: that part is the answer to the page.
  const isForbidden = useForbiddenWindows(
    request,
    needsWindow && inWindow.status === 'forbidden' && state.sent.length === 0,
  )
  const reject = () => {
    // Before the screen goes: the windows of the request are told so.
    approvalWindows(window, kernel.app.id).send(request.id, { type: 'reject' })
    if (isStuck) kernel.screens.fail(request, noWindow())
    else onReject()
  }
  const problem =
    'failure' in state
      ? state.failure.message
      : (view.shortage ?? (needsWindow ? windowProblem(inWindow) : null))
  const needsRetry = !canApprove && (status === 'failed' || status === 'unprepared')
  // A wallet app may never answer; whoever leaves then has answered nothing there.
  const mayLeave = isElsewhere || !(isBinding && state.status === 'performing' && !state.isWaiting)
  // Once it has answered for all that there is, the network is waited for.
  const isAsked =
    isElsewhere &&
    status === 'performing' &&
    !state.isWaiting &&
    (progress === undefined || state.sent.length > 0)
  const retry = () => flow.send({ type: 'retry' })
  useMfaRefusal(request, state)
  useFreshFees(flow)
  const [isFunding, setIsFunding] = useState(false)
  const leaveFunding = () => {
    setIsFunding(false)
    // With the balance as it is now.
    retry()
  }
  const canFund = !isElsewhere && fundingOptions(kernel.app).length > 0
  if (isFunding)
    return (
      <LazyScreen
        load={loadFunding}
        onClose={leaveFunding}
        props={{
          wallet: request.wallet,
          short: shortOn(request, lacking?.token),
          onBack: leaveFunding,
          onClose: leaveFunding,
          onDone: leaveFunding,
        }}
        title={say('funding.title')}
      />
    )

  if (isForbidden) {
    return (
      <Screen onClose={() => kernel.screens.dismiss(request)} title={view.title}>
        <Asker asks={view.asks} site={view.site} />
        <Problem>{say('approval.windowForbidden')}</Problem>
      </Screen>
    )
  }

  return (
    <ApprovalLayout
      approve={look =>
        needsRetry ? (
          <Button key="retry" look={look} onClick={retry}>
            {say('action.tryAgain')}
          </Button>
        ) : needsWindow && status !== 'performing' ? (
          <Button key="window" look="primary" onClick={inWindow.open}>
            {say('approval.openWallet')}
          </Button>
        ) : (
          <ApproveButton
            key="approve"
            {...guard.button}
            act={view.act}
            disabled={guard.button.disabled || !isReady}
            isArming={isReady && guard.status === 'arming'}
            isBusy={status === 'performing'}
            label={say(status === 'failed' ? 'action.tryAgain' : 'action.approve')}
            look={look}
          />
        )
      }
      dangers={needsWindow ? [] : dangers}
      mayReject={mayLeave}
      onClose={request.uiOptions.isCancellable === false || !mayLeave ? null : reject}
      onReject={reject}
      note={needsWindow ? null : <WhyOff guard={guard.status} isComplete={isComplete} seen={seen} />}
      reviewKey={reviewKey}
      seen={seen}
      status={status === 'preparing' ? say('approval.preparing') : status === 'performing' ? busy : undefined}
      title={view.title}
    >
      {needsWindow ? (
        <>
          <Asker asks={view.asks} site={view.site} />
          {view.fee?.risen ? <Problem>{view.fee.risen}</Problem> : null}
        </>
      ) : (
        <ApprovalReceipt isReading={status === 'preparing'} view={view} />
      )}
      {problem === null ? null : <Problem>{problem}</Problem>}
      {progress === undefined ? null : <p className={styles.note}>{progress}</p>}
      {isAsked ? (
        <WaitForWallet
          key={attempt}
          onAskAgain={mayAskAgain(request) ? () => flow.send({ type: 'ask-again', attempt }) : null}
          wallet={request.wallet}
        />
      ) : null}
      {problem === null && lacking ? <Problem>{lacking.sentence}</Problem> : null}
      {status === 'reviewing' && (view.shortage !== null || (lacking && canFund)) ? (
        <>
          {canFund ? (
            <Button look="plain" onClick={() => setIsFunding(true)}>
              {say('funding.title')}
            </Button>
          ) : null}
          <Button look="quiet" onClick={retry}>
            {say('approval.checkAgain')}
          </Button>
        </>
      ) : null}
      {isAsking && needsWindow ? <p className={styles.note}>{say(windowNote(inWindow))}</p> : null}
    </ApprovalLayout>
  )
}

/** What is missing is a token, or the currency of the chain that the request is for. */
const shortOn = (request: ApprovalRequest, token: `0x${string}` | undefined) => {
  if ('chainId' in request) return { type: 'ethereum', chainId: request.chainId, token } as const
  return 'chain' in request ? ({ type: 'solana', chain: request.chain } as const) : undefined
}

function windowNote({ status }: ApprovalWindow) {
  if (status === 'opening') return 'approval.windowOpening'
  return status === 'open' ? 'approval.windowWaiting' : 'approval.windowSentence'
}

function windowProblem({ status, timesBlocked }: ApprovalWindow): string | null {
  if (status === 'forbidden') return say('approval.noWindow')
  if (status === 'blocked') return say(timesBlocked > 1 ? 'approval.noWindow' : 'approval.windowBlocked')
  return status === 'closed' ? say('approval.windowClosed') : null
}
