import type { Delivery } from '@vitrine/shared/api/console/webhooks.ts'
import { Link } from '../router/link.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Copyable, Short } from '../ui/copyable.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { useTask } from '../ui/use-task.ts'
import { STATUS_WORDS } from './status-words.ts'

interface DeliveryDialogProps {
  readonly appId: string
  readonly delivery: Delivery
  readonly url: string
  onClose(): void
  /** `null`: who looks may not. */
  readonly onReplay: (() => Promise<void>) | null
}

/** One message: what it told, how it went, and sending it again. */
export function DeliveryDialog({ appId, delivery, url, onClose, onReplay }: DeliveryDialogProps) {
  const [task, run] = useTask()
  const { status } = delivery
  return (
    <Dialog isWide onClose={onClose} title={delivery.type}>
      <Facts>
        <Fact name="Status">
          <Badge kind={STATUS_WORDS[status].kind}>{STATUS_WORDS[status].name}</Badge>
        </Fact>
        <Fact name="Attempts">{delivery.attempts}</Fact>
        <Fact name="Last answer">
          {delivery.last_status === null ? 'None yet' : `HTTP ${delivery.last_status}`}
        </Fact>
        <Fact name="Happened">
          <Time at={delivery.at} />
        </Fact>
        {delivery.next_at === null ? null : (
          <Fact name="Next attempt">
            <Time at={delivery.next_at} />
          </Fact>
        )}
        {delivery.delivered_at === null ? null : (
          <Fact name="Delivered">
            <Time at={delivery.delivered_at} />
          </Fact>
        )}
        {delivery.failed_at === null ? null : (
          <Fact name="Given up">
            <Time at={delivery.failed_at} />
          </Fact>
        )}
        <Fact name="Endpoint">{url}</Fact>
        <Fact name="User">
          <Link onClick={onClose} to={{ at: 'user', appId, userId: delivery.user_id }}>
            <Short text={delivery.user_id} />
          </Link>
        </Fact>
        <Fact name="Message id">
          <Copyable label="message id" text={delivery.id} />
        </Fact>
      </Facts>
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {onReplay ? (
          <Button isBusy={task.status === 'busy'} look="primary" onClick={() => run(onReplay)}>
            Send again
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
