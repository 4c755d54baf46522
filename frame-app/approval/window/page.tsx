import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Tile } from '../../ui/tile.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import { ApproveButton } from '../ui/approve-button.tsx'
import { ApprovalReceipt, Skeleton } from '../ui/receipt.tsx'
import { useBarPlace } from '../ui/use-bar-place.ts'
import { useScrolledTo } from '../ui/use-scrolled-to.ts'
import { Warnings } from '../ui/warnings.tsx'
import type { Review, Verdict } from '../view/window-messages.ts'
import styles from './page.module.css'

/** `waiting`: for a request, or for it to be read. `lost`: the page that opened this window is gone. */
export type WindowTask =
  | { readonly status: 'waiting' | 'lost' | 'ended' }
  | { readonly status: 'review'; readonly review: Review; answer(verdict: Verdict): void }

/** Of the app whose window this is. */
export interface SiteLook {
  readonly name: string
  readonly icon: string | null
}

/** One card as large as the window. */
export function WindowPage({ app, task }: { app: SiteLook; task: WindowTask }) {
  return (
    <main className={styles.page} data-guarded-card>
      <Task app={app} task={task} />
      <footer className={styles.foot}>
        <LockIcon />
        {say('shell.walletOrigin', { host: location.host })}
      </footer>
    </main>
  )
}

function Task({ app, task }: { app: SiteLook; task: WindowTask }) {
  if (task.status === 'review')
    return <ReviewCard answer={task.answer} key={task.review.key} review={task.review} />
  if (task.status === 'waiting')
    return (
      <div className={styles.scroller}>
        <h1 className={styles.title}>{say('approval.windowTitle')}</h1>
        <div role="status">
          <p className={styles.note}>{say('approval.preparing')}</p>
          <Skeleton />
        </div>
      </div>
    )
  // One thing, and nothing to press: there is nothing more to do here.
  return (
    <div className={styles.over}>
      <Tile image={app.icon} name={app.name} size="large" />
      <div role="alert">
        <h1 className={styles.title}>
          {say(task.status === 'lost' ? 'approval.windowLost' : 'approval.windowEnded')}
        </h1>
      </div>
    </div>
  )
}

/** The receipt, as the frame would show it, and its answer. */
function ReviewCard({ review: { key, view }, answer }: { review: Review; answer(verdict: Verdict): void }) {
  const { dangers } = view.explanation
  const [hasScrolledPastDangers, endOfDangers] = useScrolledTo(dangers.map(({ text }) => text).join('\n'))
  const [hasScrolledPastOffers, endOfOffers] = useScrolledTo(`offers ${view.offers.length}`)
  const canApprove =
    view.shortage === null &&
    (dangers.length === 0 || hasScrolledPastDangers) &&
    (view.offers.length === 0 || hasScrolledPastOffers)
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
    <>
      <div className={styles.scroller}>
        <h1 className={styles.title} ref={title} tabIndex={-1}>
          {view.title}
        </h1>
        <Warnings dangers={dangers} end={endOfDangers} />
        <ApprovalReceipt end={endOfOffers} isReading={false} view={view} />
        {view.shortage === null ? null : <Problem>{view.shortage}</Problem>}
      </div>
      <div className={styles.actions} style={place}>
        <Button look={dangers.length > 0 ? 'primary' : 'plain'} onClick={() => answer('rejected')}>
          {say('action.reject')}
        </Button>
        <ApproveButton
          {...guard.button}
          act={view.act}
          disabled={guard.button.disabled || !canApprove}
          label={say('action.approve')}
          look={dangers.length > 0 ? 'plain' : 'primary'}
        />
      </div>
      <WhyOff isSeen={guard.status !== 'covered'} hasSeenDangers={canApprove || view.shortage !== null} />
    </>
  )
}

/** Why Approve is off, where it is not only for a moment. */
function WhyOff({ isSeen, hasSeenDangers }: { isSeen: boolean; hasSeenDangers: boolean }) {
  if (isSeen && hasSeenDangers) return null
  return (
    <p className={styles.note} role="status">
      {say(isSeen ? 'approval.dangersNotScrolledTo' : 'approval.windowTooSmall')}
    </p>
  )
}
