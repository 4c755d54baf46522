import { enabledWays } from '@vitrine/shared/account/login-facts.ts'
import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import type { StepUpWays } from '@vitrine/shared/api/step-up.ts'
import { type Way, wayName } from '@vitrine/shared/login/registry.ts'
import { useEffect, useState } from 'react'
import { startChoice } from '../../core/task.ts'
import { PlusIcon } from '../../linked-accounts/icons.tsx'
import { accountInTheWay, isLinkable, type LinkedAccount } from '../../linked-accounts/linkable.ts'
import { LOGIN_VIEWS } from '../../login/registry.ts'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { MethodRow } from '../../login-method/method-row.tsx'
import { isUsable } from '../../login-method/usable.ts'
import type { DeviceWallet } from '../../session/held-wallet.ts'
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
import { LeaveEverywhereScreen } from './leave-everywhere-screen.tsx'
import { LoginList } from './login-list.tsx'
import { LogoutScreen } from './logout-screen.tsx'
import styles from './screen.module.css'
import { Tokens } from './tokens.tsx'
import { WalletList } from './wallet-list.tsx'
import { WalletRecovery } from './wallet-recovery.tsx'

export interface OverviewProps {
  /** What just happened, for a screen reader. */
  readonly news: string | undefined
  onLink(way: Way): void
  onUpdate(way: Way): void
  onRemove(account: LinkedAccount): void
  onRecover(): void
  /** This device is held, and the person can prove one of these ways. */
  onConfirmDevice(ways: StepUpWays['ways']): void
  onSetPasscode(wallet: DeviceWallet): void
  /** The person answers for something that is held. */
  onAnswerHeld(answer: HeldAnswer, held: HeldItem): void
  onClose(): void
}

/** Who is logged in: ways to log in, wallets, and the ways to log out. */
export function Overview({ news, onClose, ...go }: OverviewProps) {
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
  const ways = enabledWays(app)
  const addable = ways.flatMap(way => {
    const { link }: LoginMethodView = LOGIN_VIEWS[way.method]
    return link && isLinkable(way) && isUsable(way) && !accountInTheWay(user, way)
      ? { way, label: link.label(way) }
      : []
  })
  return (
    <Screen
      onClose={onClose}
      status={leavingScope ? say('account.loggingOut') : news}
      title={say('account.title')}
    >
      <HeldDevice onConfirm={go.onConfirmDevice} />
      <HeldList onAnswer={go.onAnswerHeld} />
      <section className={styles.section}>
        <h2 className={styles.heading}>{say('account.logins')}</h2>
        {user.isGuest ? <p className={styles.note}>{say('account.guest')}</p> : null}
        <LoginList
          accounts={user.linkedAccounts.filter(({ type }) => type !== 'wallet')}
          onChange={go.onUpdate}
          onRemove={go.onRemove}
          ways={ways}
        />
        <div className={styles.additions}>
          {addable.map(({ way, label }) => (
            <MethodRow
              icon={<PlusIcon />}
              isFirst={false}
              key={wayName(way)}
              label={label}
              onPress={() => go.onLink(way)}
            />
          ))}
        </div>
      </section>
      <section className={styles.section}>
        <h2 className={styles.heading}>{say('account.wallets')}</h2>
        <WalletList wallets={wallets} />
        {onDevice ? (
          <WalletRecovery
            onRecover={go.onRecover}
            onSetPasscode={() => go.onSetPasscode(onDevice)}
            wallet={onDevice}
          />
        ) : null}
      </section>
      <Tokens />
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        <Button onClick={onClose}>{say('action.done')}</Button>
        <div className={styles.ways}>
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
            look="danger"
            onClick={() => setIsAsking(true)}
          >
            {say('account.logOutEverywhere')}
          </Button>
        </div>
      </div>
    </Screen>
  )
}
