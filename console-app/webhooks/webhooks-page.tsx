import {
  type ConsoleWebhook,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  deliveriesResponse,
  replayResponse,
  webhooksResponse,
} from '@vitrine/shared/api/console/webhooks.ts'
import { useState } from 'react'
import { path } from '../http/client.ts'
import { useConsole, useManages } from '../session/console-context.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { LoadView } from '../ui/load-view.tsx'
import { More } from '../ui/more.tsx'
import { Empty, Notice } from '../ui/notice.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useLoad } from '../ui/use-load.ts'
import { usePages } from '../ui/use-pages.ts'
import { useTask } from '../ui/use-task.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { STATUS_WORDS } from './status-words.ts'
import styles from './webhooks.module.css'

/** Where the app's backend is told, what became of each message, and sending it again. */
export function WebhooksPage({ appId }: { appId: string }) {
  const { send } = useConsole()
  const mayChange = useManages(appId)
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const [webhookId, setWebhookId] = useState('')
  const [shown, setShown] = useState<Delivery | null>(null)
  const [told, setTold] = useState('')
  const [task, run] = useTask()
  const [webhooks, reloadWebhooks] = useLoad(`webhooks ${appId}`, signal =>
    send({ path: path`/console/apps/${appId}/webhooks`, answer: webhooksResponse, signal }),
  )
  const query = { status, webhook_id: webhookId }
  const pages = usePages(JSON.stringify([appId, query]), async (cursor, signal) => {
    const at = path`/console/apps/${appId}/deliveries`
    const page = await send({ path: at, query: { ...query, cursor }, answer: deliveriesResponse, signal })
    return { items: page.deliveries, next: page.next_cursor }
  })
  const replay = async (of: string) => {
    const { replayed } = await send({ method: 'POST', path: of, body: {}, answer: replayResponse })
    setTold(
      replayed === 0
        ? 'There was nothing to send again.'
        : `${replayed === 1 ? 'One message is' : `${replayed} messages are`} sent again within seconds.`,
    )
    reloadWebhooks()
    pages.reload()
  }
  const endpoints = webhooks.status === 'ready' ? webhooks.value.webhooks : []
  const urlOf = (id: string) => endpoints.find(it => it.id === id)?.url ?? id
  return (
    <Page
      actions={
        <Button
          isBusy={pages.loaded.status === 'ready' && pages.loaded.isOld}
          onClick={() => {
            reloadWebhooks()
            pages.reload()
          }}
        >
          Read again
        </Button>
      }
      sentence="Where your backend is told what happens to users, and what became of each message in the last 30 days."
      title="Webhooks"
    >
      {told ? <Notice kind="success">{told}</Notice> : null}
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
      <Panel title="Endpoints">
        <LoadView label="Endpoints are loading" loaded={webhooks} onRetry={reloadWebhooks}>
          {(value, isOld) =>
            value.webhooks.length === 0 ? (
              <Empty title="No endpoint yet">
                The server’s administrator adds one: <code>vitrine webhook add</code>.
              </Empty>
            ) : (
              <Endpoints
                busy={task.status === 'busy'}
                endpoints={value.webhooks}
                isOld={isOld}
                onReplay={
                  mayChange
                    ? id => run(() => replay(path`/console/apps/${appId}/webhooks/${id}/replay`))
                    : null
                }
              />
            )
          }
        </LoadView>
      </Panel>
      <Panel title="Deliveries">
        <form aria-label="Filter" className={styles.filters} onSubmit={event => event.preventDefault()}>
          <Select
            label="Status"
            onChange={value => setStatus(DELIVERY_STATUSES.find(it => it === value) ?? '')}
            options={[
              { value: '', label: 'All' },
              ...DELIVERY_STATUSES.map(value => ({ value, label: STATUS_WORDS[value].name })),
            ]}
            value={status}
          />
          <Select
            label="Endpoint"
            onChange={setWebhookId}
            options={[
              { value: '', label: 'All' },
              ...endpoints.map(({ id, url }) => ({ value: id, label: url })),
            ]}
            value={webhookId}
          />
        </form>
        <LoadView label="Deliveries are loading" loaded={pages.loaded} onRetry={pages.reload}>
          {({ items }, isOld) =>
            items.length === 0 ? (
              <Empty title={status || webhookId ? 'Nothing matches' : 'No messages yet'}>
                {status || webhookId
                  ? 'Choose another status or endpoint.'
                  : 'Messages appear here as soon as an endpoint’s event occurs.'}
              </Empty>
            ) : (
              <Table
                caption="Deliveries"
                columns={[
                  { title: 'When', isNarrow: true, cell: ({ at }) => <Time at={at} /> },
                  {
                    title: 'Event',
                    cell: delivery => (
                      <button
                        className={styles.open}
                        data-rove
                        onClick={() => setShown(delivery)}
                        type="button"
                      >
                        {delivery.type}
                      </button>
                    ),
                  },
                  {
                    title: 'Status',
                    isNarrow: true,
                    cell: it => (
                      <Badge kind={STATUS_WORDS[it.status].kind}>{STATUS_WORDS[it.status].name}</Badge>
                    ),
                  },
                  { title: 'Attempts', isNarrow: true, cell: ({ attempts }) => attempts },
                  { title: 'Answer', isNarrow: true, cell: ({ last_status }) => last_status ?? 'none' },
                  {
                    title: 'Endpoint',
                    isExtra: true,
                    cell: ({ webhook_id }) => <span className={styles.url}>{urlOf(webhook_id)}</span>,
                  },
                ]}
                isOld={isOld}
                keyOf={({ id, webhook_id }) => `${webhook_id} ${id}`}
                rows={items}
              />
            )
          }
        </LoadView>
        <More noun={['message', 'messages']} pages={pages} />
      </Panel>
      {shown ? (
        <DeliveryDialog
          appId={appId}
          delivery={shown}
          onClose={() => setShown(null)}
          onReplay={
            mayChange
              ? async () => {
                  await replay(path`/console/apps/${appId}/deliveries/${shown.id}/replay`)
                  setShown(null)
                }
              : null
          }
          url={urlOf(shown.webhook_id)}
        />
      ) : null}
    </Page>
  )
}

interface EndpointsProps {
  readonly endpoints: readonly ConsoleWebhook[]
  readonly isOld: boolean
  readonly busy: boolean
  /** `null`: who looks may not. */
  readonly onReplay: ((id: string) => void) | null
}

function Endpoints({ endpoints, isOld, busy, onReplay }: EndpointsProps) {
  return (
    <Table
      caption="Endpoints"
      columns={[
        { title: 'Address', cell: ({ url }) => <span className={styles.url}>{url}</span> },
        { title: 'Events', isExtra: true, cell: ({ events }) => events.join(', ') || 'All' },
        {
          title: 'State',
          isNarrow: true,
          cell: ({ enabled }) => <Badge kind={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</Badge>,
        },
        { title: 'Waiting', isNarrow: true, cell: ({ waiting }) => waiting },
        { title: 'Given up', isNarrow: true, cell: ({ failed }) => failed },
        ...(onReplay
          ? [
              {
                title: 'Again',
                isNarrow: true,
                cell: ({ id, failed, url }: ConsoleWebhook) =>
                  failed === 0 ? (
                    '–'
                  ) : (
                    <Button
                      aria-label={`Send all that were given up to ${url} again`}
                      data-rove
                      isBusy={busy}
                      onClick={() => onReplay(id)}
                    >
                      Send all again
                    </Button>
                  ),
              },
            ]
          : []),
      ]}
      isOld={isOld}
      keyOf={({ id }) => id}
      rows={endpoints}
    />
  )
}
