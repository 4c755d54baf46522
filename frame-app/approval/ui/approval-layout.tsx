import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { say } from '../../words/say.ts'
import type { Danger } from '../explain/danger.ts'
import styles from './approval-layout.module.css'
import { useBarPlace } from './use-bar-place.ts'
import type { SeenAll } from './use-seen-all.ts'
import { Warnings } from './warnings.tsx'

export interface ApprovalLayoutProps {
  readonly title: string
  /** What the screen is doing, spoken. */
  readonly status?: string | undefined
  /** `null`: the site forbids Close, or what was approved cannot be taken back any more. Reject stays. */
  readonly onClose: (() => void) | null
  readonly dangers: readonly Danger[]
  /** Finds out whether everything critical has been on the screen. */
  readonly seen?: SeenAll
  /** The receipt, and what is to be said about it. */
  readonly children: ReactNode
  onReject(): void
  readonly mayReject?: boolean
  /** What stands on the screen: the bar of buttons has another place for another. */
  readonly reviewKey: string
  /** Says above the buttons why Approve is off. */
  readonly note?: ReactNode
  /** The approving button. Beside a danger, Reject is the button that stands out. */
  approve(look: NonNullable<ButtonProps['look']>): ReactNode
}

/** Every approval: dangers, what is asked, then Reject and the button that approves. */
export function ApprovalLayout({
  title,
  status,
  onClose,
  dangers,
  seen,
  children,
  onReject,
  mayReject = true,
  reviewKey,
  note,
  approve,
}: ApprovalLayoutProps) {
  const isDangerous = dangers.length > 0
  const place = useBarPlace(reviewKey)
  return (
    <Screen onClose={onClose} status={status} title={title}>
      <div className={styles.whole} ref={seen?.content}>
        <Warnings dangers={dangers} />
        {children}
      </div>
      <div
        className={styles.actions}
        data-in-flow={seen?.isBarInFlow || undefined}
        ref={seen?.bar}
        style={place}
      >
        {note}
        <Button disabled={!mayReject} look={isDangerous ? 'primary' : 'plain'} onClick={onReject}>
          {say('action.reject')}
        </Button>
        {approve(isDangerous ? 'plain' : 'primary')}
      </div>
    </Screen>
  )
}
