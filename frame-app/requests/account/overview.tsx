import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import type { StepUpWays } from '@vitrine/shared/api/step-up.ts'
import { useEffect, useState } from 'react'
import { startChoice } from '../../core/task.ts'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import type { HeldAnswer } from './held-api.ts'
import { HeldDevice } from './held-device.tsx'
import { HeldList } from './held-list.tsx'
import type { Stopped } from './history/delegated-list.tsx'
import { Home, type HomeProps } from './home/home.tsx'
import type { Portfolio } from './home/portfolio.ts'
import { Tabs } from './home/tabs.tsx'
import { LaterHistory } from './later-history.tsx'
import { LeaveEverywhereScreen } from './leave-everywhere-screen.tsx'
import { Logins, type LoginsProps } from './logins.tsx'
import { LogoutScreen } from './logout-screen.tsx'
import { Notice } from './notice.tsx'
import { Profile } from './profile.tsx'
import styles from './screen.module.css'

export type Tab = 'wallet' | 'logins'

type ToLogins = Omit<LoginsProps, 'user' | 'onDevice'>
type ToHome = Omit<HomeProps, 'wallets' | 'wallet' | 'portfolio'>

export interface OverviewProps extends ToLogins, ToHome {
  readonly tab: Tab
  onTab(tab: Tab): void
  /** The wallet on show and what it has; `null`: the person has none. */
  readonly shown: (Pick<HomeProps, 'wallet'> & { readonly portfolio: Portfolio }) | null
  /** What just happened. */
  readonly news: string | undefined
  onHideNews(): void
  /** This device is held, and the person can prove one of these ways. */
  onConfirmDevice(ways: StepUpWays['ways']): void
  /** The person answers for something that is held. */
  onAnswerHeld(answer: HeldAnswer, held: HeldItem): void
  /** Another device is to be logged out. */
  onSignOut(session: SessionItem): void
  onAllEvents(): void
  onStop(stopped: Stopped): void
  onTakeData(): void
  onDelete(): void
  readonly showsDevices: boolean
  onClose(): void
}

/** Who is logged in: their wallet, their ways to log in, and in the foot the ways to log out. */
export function Overview({ tab, shown, news, onClose, ...go }: OverviewProps) {
  const { app, session, operations } = useKernel()
  const snapshot = useStore(session)
  const [state, flow] = useFlow(() =>
    startChoice((scope: 'device' | 'all-devices') => operations.logout(scope), toFailure),
  )
  const [isAsking, setIsAsking] = useState(false)
  const leavingScope = state.status === 'busy' ? state.choice : null

  const isAnonymous = snapshot.status === 'anonymous'
  // Here the session ends first: whether the other devices are logged out too, the server has still to say.
  const isTelling = leavingScope === 'all-devices' || state.status === 'failed'
  const isOver = state.status === 'done' || (isAnonymous && !isTelling)
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])

  if (isAnonymous)
    return isTelling ? <LogoutScreen hasFailed={state.status === 'failed'} onClose={onClose} /> : null
  if (isAsking && leavingScope === null && state.status !== 'failed')
    return (
      <LeaveEverywhereScreen
        onBack={() => setIsAsking(false)}
        onClose={onClose}
        onLeave={() => flow.send({ type: 'start', argument: 'all-devices' })}
        onStay={() => setIsAsking(false)}
      />
    )
  const { user, wallets } = snapshot
  const onDevice = wallets.find(it => it.custody === 'device')
  const logins = (
    <>
      <Profile user={user} wallet={wallets[0]} />
      <Logins {...go} onDevice={onDevice} user={user} />
      <LaterHistory
        onAllEvents={go.onAllEvents}
        onDelete={go.onDelete}
        onSignOut={go.onSignOut}
        onStop={go.onStop}
        onTakeData={go.onTakeData}
        showsDelegated={go.showsSecurity && app.mfa_methods.length === 0 && !onDevice}
        showsDevices={go.showsDevices}
      />
    </>
  )
  return (
    <Screen
      onClose={onClose}
      status={leavingScope ? say('account.loggingOut') : undefined}
      title={say('account.title')}
    >
      {news ? <Notice news={news} onHide={go.onHideNews} /> : null}
      <HeldDevice onConfirm={go.onConfirmDevice} />
      <HeldList onAnswer={go.onAnswerHeld} />
      {shown ? (
        <Tabs
          label={say('account.title')}
          onSelect={go.onTab}
          selected={tab}
          tabs={[
            { name: 'wallet', label: say('home.wallet') },
            { name: 'logins', label: say('home.logins') },
          ]}
        >
          {tab === 'wallet' && user.isGuest ? <p className={styles.note}>{say('account.guest')}</p> : null}
          {tab === 'wallet' ? <Home {...go} {...shown} wallets={wallets} /> : logins}
        </Tabs>
      ) : (
        <div className={styles.section}>{logins}</div>
      )}
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.foot} data-account-home>
        <Button
          disabled={leavingScope !== null}
          isBusy={leavingScope === 'device'}
          look="quiet"
          onClick={() => flow.send({ type: 'start', argument: 'device' })}
        >
          {say('account.logOut')}
        </Button>
        <Button
          disabled={leavingScope !== null}
          isBusy={leavingScope === 'all-devices'}
          look="quiet"
          onClick={() => setIsAsking(true)}
        >
          {say('account.logOutEverywhere')}
        </Button>
      </div>
    </Screen>
  )
}
