import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Tile } from '../../ui/tile.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import { ApproveButton } from '../ui/approve-button.tsx'
import { ApprovalReceipt, Skeleton } from '../ui/receipt.tsx'
import { Transactions } from '../ui/sent-screen.tsx'
import { useBarPlace } from '../ui/use-bar-place.ts'
import { criticalOf, useSeenAll } from '../ui/use-seen-all.ts'
import { Warnings } from '../ui/warnings.tsx'
import { WhyOff } from '../ui/why-off.tsx'
import type { Review, Verdict } from '../view/window-messages.ts'
import styles from './page.module.css'
import type { WindowState } from './window-state.ts'

/** Of the app whose window this is. */
export interface SiteLook {
  readonly name: string
  readonly icon: string | null
}

export interface WindowPageProps {
  readonly app: SiteLook
  readonly state: WindowState
  onAnswer(key: string, verdict: Verdict): void
  onCheckAgain(): void
}

/** One card as large as the window. */
export function WindowPage(props: WindowPageProps) {
  return (
    <main className={styles.page} data-guarded-card>
      <Task {...props} />
      <footer className={styles.foot}>
        <LockIcon />
        {say('shell.walletOrigin', { host: location.host })}
      </footer>
    </main>
  )
}

function Task({ app, state, onAnswer, onCheckAgain }: WindowPageProps) {
  if (state.status === 'review') {
    const { review } = state
    return <ReviewCard answer={verdict => onAnswer(review.key, verdict)} key={review.key} review={review} />
  }
  if (state.status === 'waiting' || state.status === 'answering')
    return (
      <div className={styles.scroller}>
        <h1 className={styles.title}>{say('approval.windowTitle')}</h1>
        <div role="status">
          <p className={styles.note}>
            {say(state.status === 'waiting' ? 'approval.preparing' : 'approval.windowSending')}
          </p>
          <Skeleton />
        </div>
      </div>
    )
  return (
    <div className={styles.over}>
      <Tile image={app.icon} name={app.name} size="large" />
      <div role="alert">
        <h1 className={styles.title}>{say(wordOf(state))}</h1>
      </div>
      {state.status === 'told' ? <Transactions transactions={state.state.transactions} /> : null}
      {state.status === 'unknown' ? (
        <Button look="primary" onClick={onCheckAgain}>
          {say('approval.checkAgain')}
        </Button>
      ) : null}
    </div>
  )
}

/** The sentence for a window that has nothing left to approve. */
export function wordOf(state: Extract<WindowState, { status: 'told' | 'unneeded' | 'unknown' }>) {
  if (state.status === 'unneeded') return 'approval.windowUnneeded'
  if (state.status === 'unknown') return 'approval.windowUnknown'
  switch (state.state.status) {
    case 'sent':
      return 'approval.sent'
    case 'signed':
      return 'approval.signed'
    case 'rejected':
      return 'approval.windowRejected'
    case 'cancelled':
      return 'approval.windowCancelled'
    case 'expired':
      return 'approval.windowExpired'
    case 'failed':
      return 'approval.windowFailed'
    case 'unknown':
      return 'approval.windowUnknown'
    case 'answered':
    case 'signing':
      return 'approval.windowAnswered'
    case 'waiting':
    case 'reviewed':
      return 'approval.windowUnneeded'
  }
}

/** The receipt, as the frame would show it, and its answer. */
function ReviewCard({ review: { key, view }, answer }: { review: Review; answer(verdict: Verdict): void }) {
  const { dangers } = view.explanation
  const seen = useSeenAll(criticalOf(view))
  const isComplete = view.shortage === null
  const canApprove = isComplete && seen.hasSeenAll
  // Nothing can cover a window's inside but a click that was meant for what was there before: the half second stays.
  const guard = useApprovalGuard({
    requestId: key,
    movesValue: false,
    onApprove: () => canApprove && answer('approved'),
  })
  const place = useBarPlace(key)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = view.title
    title.current?.focus({ preventScroll: true })
  }, [view.title])
  return (
    <div className={styles.scroller} data-scroller>
      <div className={styles.whole} ref={seen.content}>
        <h1 className={styles.title} ref={title} tabIndex={-1}>
          {view.title}
        </h1>
        <Warnings dangers={dangers} />
        <ApprovalReceipt isReading={false} view={view} />
        {view.shortage === null ? null : <Problem>{view.shortage}</Problem>}
      </div>
      <div
        className={styles.actions}
        data-in-flow={seen.isBarInFlow || undefined}
        ref={seen.bar}
        style={place}
      >
        {guard.status === 'covered' && (seen.hasSeenAll || !seen.isBarInFlow) ? (
          <p className={styles.note} role="status">
            {say('approval.windowTooSmall')}
          </p>
        ) : (
          <WhyOff guard={guard.status} isComplete={isComplete} seen={seen} />
        )}
        <Button look={dangers.length > 0 ? 'primary' : 'plain'} onClick={() => answer('rejected')}>
          {say('action.reject')}
        </Button>
        <ApproveButton
          {...guard.button}
          act={view.act}
          disabled={guard.button.disabled || !canApprove}
          isArming={canApprove && guard.status === 'arming'}
          label={say('action.approve')}
          look={dangers.length > 0 ? 'plain' : 'primary'}
        />
      </div>
    </div>
  )
}
