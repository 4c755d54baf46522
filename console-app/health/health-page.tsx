import { type ConsoleHealth, consoleHealthResponse } from '@vitrine/shared/api/console/health.ts'
import type { ReactNode } from 'react'
import { useConsole } from '../session/console-context.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { LoadView } from '../ui/load-view.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { duration, Time } from '../ui/time.tsx'
import { useLoad } from '../ui/use-load.ts'
import styles from './health.module.css'

const PARTS: Readonly<Record<keyof ConsoleHealth['parts'], readonly [name: string, trouble: string]>> = {
  api: ['API process', 'No one can log in. Check the server’s log.'],
  database: [
    'Database',
    'Nothing can be read or written. Check that Postgres is running and has free space.',
  ],
  signer: ['Signer', 'Wallets can’t sign. Check the signer’s log.'],
  mailer: ['Mailer', 'The server can’t send codes. Check its settings for email and text messages.'],
  clock: ['Clocks', 'The clocks of the processes differ. Synchronize the machine with a time server.'],
}

/** Whether a login could work now, and what waits. */
export function HealthPage() {
  const { send } = useConsole()
  const [loaded, reload] = useLoad('health', signal =>
    send({ path: '/console/health', answer: consoleHealthResponse, signal }),
  )
  const isOld = loaded.status === 'ready' && loaded.isOld
  return (
    <Page
      actions={
        <Button isBusy={isOld} onClick={reload}>
          Read again
        </Button>
      }
      sentence="Whether people can log in and sign right now, and what waits."
      title="Health"
    >
      <LoadView label="Health is being read" loaded={loaded} onRetry={reload}>
        {health => <HealthView health={health} />}
      </LoadView>
    </Page>
  )
}

function HealthView({ health }: { health: ConsoleHealth }) {
  const { parts, waiting, migrations, now } = health
  const troubles = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter(part => parts[part] === false)
  return (
    <>
      {health.ok ? (
        <Notice kind="success">Everything works. Users can log in and sign.</Notice>
      ) : (
        <Notice kind="danger">
          {troubles.length === 0
            ? 'The server reports a problem. Check its log.'
            : troubles.map(part => `${PARTS[part][0]}: ${PARTS[part][1]}`).join(' ')}
        </Notice>
      )}
      <div className={styles.panels}>
        <Panel title="Parts">
          <dl className={styles.facts}>
            {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map(part => (
              <Fact key={part} name={PARTS[part][0]}>
                {parts[part] === undefined ? (
                  <Badge>Not known</Badge>
                ) : parts[part] ? (
                  <Badge kind="good">Well</Badge>
                ) : (
                  <Badge kind="bad">Not responding</Badge>
                )}
              </Fact>
            ))}
          </dl>
        </Panel>
        <Panel title="Waiting">
          <dl className={styles.facts}>
            <Fact name="Webhook messages">
              {waiting.deliveries}
              {waiting.oldest_delivery_at === null
                ? ''
                : `, the oldest for ${duration(now - waiting.oldest_delivery_at)}`}
            </Fact>
            <Fact name="Webhook messages given up">{waiting.failed_deliveries}</Fact>
            <Fact name="Notices to people">{waiting.notices}</Fact>
            <Fact name="Transactions on their way">{waiting.transactions}</Fact>
          </dl>
        </Panel>
        <Panel title="Version">
          <dl className={styles.facts}>
            <Fact name="Vitrine">{health.version}</Fact>
            <Fact name="Database changes">
              {migrations.count}
              {migrations.last === null ? '' : `, the last is ${migrations.last}`}
            </Fact>
            <Fact name="Expired rows deleted">
              {health.swept_at === null ? 'Not since the start' : <Time at={health.swept_at} />}
            </Fact>
            <Fact name="Server’s clock">
              <Time at={now} />
            </Fact>
          </dl>
        </Panel>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
