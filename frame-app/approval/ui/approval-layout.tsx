import type { ReactNode, RefCallback } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { say } from '../../words/say.ts'
import type { Danger } from '../explain/danger.ts'
import styles from './approval-layout.module.css'
import { useBarPlace } from './use-bar-place.ts'
import { Warnings } from './warnings.tsx'

export interface ApprovalLayoutProps {
  readonly title: string
  /** What the screen is doing, spoken. */
  readonly status?: string | undefined
  /** `null`: the site forbids Close, or what was approved cannot be taken back any more. Reject stays. */
  readonly onClose: (() => void) | null
  readonly dangers: readonly Danger[]
  /** Stands right after the grave dangers, to find out when they have been scrolled to. */
  readonly endOfDangers?: RefCallback<Element>
  /** The receipt, and what is to be said about it. */
  readonly children: ReactNode
  onReject(): void
  readonly mayReject?: boolean
  /** What stands on the screen: the bar of buttons has another place for another. */
  readonly reviewKey: string
  /** The approving button. Beside a danger, Reject is the button that stands out. */
  approve(look: NonNullable<ButtonProps['look']>): ReactNode
}

/** Every approval: dangers, what is asked, then Reject and the button that approves. */
export function ApprovalLayout({
  title,
  status,
  onClose,
  dangers,
  endOfDangers,
  children,
  onReject,
  mayReject = true,
  reviewKey,
  approve,
}: ApprovalLayoutProps) {
  const isDangerous = dangers.length > 0
  const place = useBarPlace(reviewKey)
  return (
    <Screen onClose={onClose} status={status} title={title}>
      <Warnings dangers={dangers} end={endOfDangers} />
      {children}
      <div className={styles.actions} style={place}>
        <Button disabled={!mayReject} look={isDangerous ? 'primary' : 'plain'} onClick={onReject}>
          {say('action.reject')}
        </Button>
        {approve(isDangerous ? 'plain' : 'primary')}
      </div>
    </Screen>
  )
}
