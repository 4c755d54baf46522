import { ApproveOffNote } from '../../ui/approve-off-note.tsx'
import { Button } from '../../ui/button.tsx'
import type { ApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import styles from './approval-layout.module.css'
import type { SeenAll } from './use-seen-all.ts'

export interface WhyOffProps {
  readonly guard: ApprovalGuard['status']
  /** Approve could be pressed but for what this says. */
  readonly isComplete: boolean
  readonly seen: SeenAll
}

/** Says above the buttons why Approve is off, and leads to what has not been seen. */
export function WhyOff({ guard, isComplete, seen }: WhyOffProps) {
  if (isComplete && !seen.hasSeenAll && seen.isBeyond)
    return (
      <div className={styles.why} data-why role="status">
        <Button look="quiet" onClick={seen.goOn}>
          {say('approval.scrollToEnd')}
        </Button>
      </div>
    )
  const isCovered = isComplete && seen.hasSeenAll && guard === 'covered'
  return <ApproveOffNote className={styles.why} reason={isCovered ? 'covered' : null} />
}
