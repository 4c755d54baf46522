import { revokeSessionsResponse, type UserSession, userSessionsResponse } from '@vitrine/shared/api/users.ts'
import { useState } from 'react'
import { path } from '../http/client.ts'
import { useConsole } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { LoadView } from '../ui/load-view.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { placeOf, Time } from '../ui/time.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useTask } from '../ui/use-task.ts'
import styles from './users.module.css'

interface SessionsPanelProps {
  readonly appId: string
  readonly userId: string
  readonly mayChange: boolean
  onRevoked(): void
}

/** Where the user is logged in, and the way to end it there or everywhere. */
export function SessionsPanel({ appId, userId, mayChange, onRevoked }: SessionsPanelProps) {
  const { send } = useConsole()
  const [loaded, reload] = useLoad(`sessions ${appId} ${userId}`, signal =>
    send({ path: path`/users/${userId}/sessions`, appId, answer: userSessionsResponse, signal }),
  )
  const [asked, setAsked] = useState<UserSession | 'all' | null>(null)
  const [told, setTold] = useState('')
  const [task, run, forget] = useTask()
  const revoke = async () => {
    const body = asked === 'all' ? {} : { session_id: asked?.id }
    const at = path`/users/${userId}/sessions/revoke`
    const { revoked } = await send({ method: 'POST', path: at, appId, body, answer: revokeSessionsResponse })
    setTold(
      revoked === 0
        ? 'It had already ended.'
        : revoked === 1
          ? 'One session ended. That device has to log in again.'
          : `${revoked} sessions ended. Those devices have to log in again.`,
    )
    setAsked(null)
    reload()
    onRevoked()
  }
  const sessions = loaded.status === 'ready' ? loaded.value.sessions : []
  const close = () => {
    setAsked(null)
    forget()
  }
  return (
    <Panel
      actions={
        mayChange && sessions.length > 0 ? (
          <Button look="danger" onClick={() => setAsked('all')}>
            End all sessions
          </Button>
        ) : null
      }
      title="Sessions"
    >
      {told ? <Notice kind="success">{told}</Notice> : null}
      <LoadView label="Sessions are loading" loaded={loaded} onRetry={reload}>
        {({ sessions }, isOld) =>
          sessions.length === 0 ? (
            <p className={styles.note}>Not logged in on any device.</p>
          ) : (
            <Table
              caption="Sessions"
              columns={[
                { title: 'Device', cell: ({ made_with }) => made_with ?? 'Unknown' },
                { title: 'Network', isNarrow: true, cell: ({ network }) => placeOf(network) ?? '–' },
                { title: 'Last used', isNarrow: true, cell: ({ used_at }) => <Time at={used_at * 1000} /> },
                {
                  title: 'Ends',
                  isNarrow: true,
                  isExtra: true,
                  cell: ({ expires_at }) => <Time at={expires_at * 1000} />,
                },
                ...(mayChange
                  ? [
                      {
                        title: 'End it',
                        isNarrow: true,
                        cell: (session: UserSession) => (
                          <Button
                            aria-label={`End the session of ${session.made_with ?? 'an unknown device'}`}
                            data-rove
                            onClick={() => setAsked(session)}
                          >
                            End
                          </Button>
                        ),
                      },
                    ]
                  : []),
              ]}
              isOld={isOld}
              keyOf={({ id }) => id}
              rows={sessions}
            />
          )
        }
      </LoadView>
      {asked === null ? null : (
        <Dialog onClose={close} title={asked === 'all' ? 'End all sessions?' : 'End this session?'}>
          <p>
            {asked === 'all'
              ? 'The user is signed out on all their devices and has to log in again.'
              : `The user is signed out on ${asked.made_with ?? 'this device'} and has to log in again there.`}
          </p>
          {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
          <DialogActions>
            <Button onClick={close}>Keep</Button>
            <Button isBusy={task.status === 'busy'} look="danger" onClick={() => run(revoke)}>
              {asked === 'all' ? 'End all sessions' : 'End the session'}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Panel>
  )
}
