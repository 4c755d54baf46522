import { useEffect } from 'react'
import { useFlow, useStore } from '../flow/use-flow.ts'
import type { ScreenRequest } from '../kernel/ports.ts'
import { Button } from '../ui/button.tsx'
import { MailIcon } from '../ui/icons.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import { startAccountFlow } from './flow.ts'
import styles from './screen.module.css'
import { WalletList } from './wallet-list.tsx'

/** Who is logged in, with which wallets, and the ways to log out. */
export function AccountScreen({ request }: { request: Extract<ScreenRequest, { kind: 'account' }> }) {
  const { session, operations, screens } = useKernel()
  const snapshot = useStore(session)
  const [state, flow] = useFlow(() => startAccountFlow(operations))
  const leavingScope = state.status === 'logging-out' ? state.scope : null
  const close = () => screens.resolve(request, undefined)

  useEffect(() => {
    if (state.status === 'logged-out') screens.resolve(request, undefined)
  }, [state.status, screens, request])

  const email = snapshot.status === 'authenticated' ? snapshot.user.email?.address : undefined
  return (
    <Screen
      onClose={close}
      status={leavingScope ? say('account.loggingOut') : undefined}
      title={say('account.title')}
    >
      {email === undefined ? null : (
        <section className={styles.section}>
          <h2 className={styles.heading}>{say('account.email')}</h2>
          <div className={styles.row}>
            <span className={styles.icon}>
              <MailIcon />
            </span>
            <span className={styles.value}>
              <bdi>{email}</bdi>
            </span>
          </div>
        </section>
      )}
      <section className={styles.section}>
        <h2 className={styles.heading}>{say('account.wallets')}</h2>
        <WalletList wallets={snapshot.status === 'authenticated' ? snapshot.wallets : []} />
      </section>
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        <Button onClick={close}>{say('action.done')}</Button>
        <div className={styles.ways}>
          <Button
            disabled={leavingScope !== null}
            isBusy={leavingScope === 'device'}
            look="quiet"
            onClick={() => flow.send({ type: 'log-out', scope: 'device' })}
          >
            {say('account.logOut')}
          </Button>
          <Button
            disabled={leavingScope !== null}
            isBusy={leavingScope === 'all-devices'}
            look="danger"
            onClick={() => flow.send({ type: 'log-out', scope: 'all-devices' })}
          >
            {say('account.logOutEverywhere')}
          </Button>
        </div>
      </div>
    </Screen>
  )
}
