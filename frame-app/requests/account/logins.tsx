import { enabledWays } from '@vitrine/shared/account/login-facts.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import { type Way, wayName } from '@vitrine/shared/login/registry.ts'
import { useEffect, useRef } from 'react'
import { PlusIcon } from '../../linked-accounts/icons.tsx'
import { accountInTheWay, isLinkable, type LinkedAccount } from '../../linked-accounts/linkable.ts'
import { LOGIN_VIEWS } from '../../login/registry.ts'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { MethodRow } from '../../login-method/method-row.tsx'
import { isUsable } from '../../login-method/usable.ts'
import type { DeviceWallet } from '../../session/held-wallet.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { say } from '../../words/say.ts'
import { LoginList } from './login-list.tsx'
import styles from './screen.module.css'
import { WalletRecovery } from './wallet-recovery.tsx'

export interface LoginsProps {
  readonly user: User
  /** A wallet whose keys are on the person's devices; the recovery is that of all of them. */
  readonly onDevice: DeviceWallet | undefined
  /** Keys of the ways that were there before something was added here; `null`: nothing was. */
  readonly before: ReadonlySet<string> | null
  /** Whoever opened the account wants to see its security: that part is brought into sight. */
  readonly showsSecurity: boolean
  onLink(way: Way): void
  onUpdate(way: Way): void
  onRemove(account: LinkedAccount): void
  onRecover(): void
  onSetPasscode(wallet: DeviceWallet): void
}

/** Ways to log in, and the recovery of wallets. */
export function Logins({ user, onDevice, before, showsSecurity, ...go }: LoginsProps) {
  const kernel = useKernel()
  const { app } = kernel
  const security = useRef<HTMLElement>(null)
  useEffect(() => {
    if (showsSecurity) security.current?.scrollIntoView?.({ block: 'nearest' })
  }, [showsSecurity])
  const ways = enabledWays(app)
  const addable = ways.flatMap(way => {
    const { link }: LoginMethodView = LOGIN_VIEWS[way.method]
    return link && isLinkable(way) && isUsable(way, kernel) && !accountInTheWay(user, way)
      ? { way, label: link.label(way, app) }
      : []
  })
  return (
    <>
      <section>
        <h2 className={styles.heading}>{say('account.logins')}</h2>
        {user.isGuest ? <p className={styles.note}>{say('account.guest')}</p> : null}
        <LoginList
          accounts={user.linkedAccounts.filter(({ type }) => type !== 'wallet')}
          before={before}
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
      {onDevice ? (
        <section className={styles.section} ref={security}>
          <h2 className={styles.heading}>{say('account.recovery')}</h2>
          <WalletRecovery
            onRecover={go.onRecover}
            onSetPasscode={() => go.onSetPasscode(onDevice)}
            wallet={onDevice}
          />
        </section>
      ) : null}
    </>
  )
}
