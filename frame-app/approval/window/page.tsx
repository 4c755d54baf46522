import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import type { ToWindow } from '../open-window/messages.ts'
import { ApprovalReceipt } from '../ui/receipt.tsx'
import { Warnings } from '../ui/warnings.tsx'
import styles from './page.module.css'

export interface WindowPageProps {
  /** `null`: the page that opened this window is gone. */
  readonly task: ToWindow | null
  answer?(event: 'approved' | 'rejected'): void
}

/** The receipt, as the frame would show it. */
export function WindowPage({ task, answer }: WindowPageProps) {
  return (
    <main className={styles.page}>
      {task === null || answer === undefined ? (
        <>
          <h1 className={styles.title}>{say('approval.windowTitle')}</h1>
          <Problem>{say('approval.windowLost')}</Problem>
        </>
      ) : (
        <Review answer={answer} task={task} />
      )}
      <footer className={styles.foot}>
        <LockIcon />
        {say('shell.walletOrigin', { host: location.host })}
      </footer>
    </main>
  )
}

function Review({
  task: { key, view },
  answer,
}: {
  task: ToWindow
  answer: NonNullable<WindowPageProps['answer']>
}) {
  const { dangers } = view.explanation
  // Nothing can cover a window's inside but a click that was meant for what was there before: the half second stays.
  const guard = useApprovalGuard({
    requestId: key,
    movesValue: false,
    onApprove: () => answer('approved'),
  })
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = view.title
    title.current?.focus({ preventScroll: true })
  }, [view.title])
  return (
    <>
      <h1 className={styles.title} ref={title} tabIndex={-1}>
        {view.title}
      </h1>
      <Warnings dangers={dangers} />
      <ApprovalReceipt isReading={false} view={view} />
      {view.shortage === null ? null : <Problem>{view.shortage}</Problem>}
      <div className={styles.actions}>
        <Button look={dangers.length > 0 ? 'primary' : 'plain'} onClick={() => answer('rejected')}>
          {say('action.reject')}
        </Button>
        <Button
          {...guard.button}
          disabled={guard.button.disabled || view.shortage !== null}
          look={dangers.length > 0 ? 'plain' : 'primary'}
        >
          {view.approveLabel}
        </Button>
      </div>
    </>
  )
}
