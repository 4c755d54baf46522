import { accountTypeOf, enabledWays } from '@vitrine/shared/account/login-facts.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import { type Way, wayName } from '@vitrine/shared/login/registry.ts'
import { useEffect, useRef, useState } from 'react'
import { chainOfWay, isShown } from '../../config/login-names.ts'
import { PlusIcon } from '../../linked-accounts/icons.tsx'
import {
  accountInTheWay,
  isEmbedded,
  isLinkable,
  type LinkedAccount,
  mayLink,
} from '../../linked-accounts/linkable.ts'
import { LOGIN_VIEWS } from '../../login/registry.ts'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { isUsable } from '../../login-method/usable.ts'
import type { DeviceWallet } from '../../session/held-wallet.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceRow } from '../../ui/choice-row.tsx'
import { type Kernel, useKernel } from '../../ui/kernel-context.ts'
import { say } from '../../words/say.ts'
import { KeyRows, type KeyRowsProps } from './key-rows.tsx'
import { LoginList } from './login-list.tsx'
import styles from './screen.module.css'
import { WalletRecovery } from './wallet-recovery.tsx'

export interface LoginsProps extends KeyRowsProps {
  readonly user: User
  /** A wallet whose keys are on the person's devices; the recovery is that of all of them. */
  readonly onDevice: DeviceWallet | undefined
  /** Keys of the ways that were there before something was added here; `null`: nothing was. */
  readonly before: ReadonlySet<string> | null
  /** Whoever opened the account wants to see its security: that part is brought into sight. */
  readonly showsSecurity: boolean
  onLink(way: Way): void
  /** There are more ways to add than stand here. */
  onAddLogin(): void
  onUpdate(way: Way): void
  onRemove(account: LinkedAccount): void
  onRename(account: LinkedAccount): void
  onRecover(): void
  onSetRecovery(wallet: DeviceWallet): void
  onMfa(): void
}

/** Ways to add that stand in the account itself; more are a screen of their own. */
const FEW = 3

/** Ways to log in that a user may add here. */
export function addableWays(user: User, ways: readonly Way[], kernel: Kernel) {
  const { externalWallets, walletChainType } = kernel.config.get()
  // Wallets of all chains are one row.
  const wallet = ways.find(way => chainOfWay(way) !== null && isShown(way, walletChainType))
  const isRow = (way: Way) => chainOfWay(way) === null || (way === wallet && !externalWallets.isDisabled)
  return ways.filter(isRow).flatMap(way => {
    const { link }: LoginMethodView = LOGIN_VIEWS[way.method]
    return link &&
      isLinkable(way) &&
      mayLink(way, kernel.app) &&
      isUsable(way, kernel) &&
      !accountInTheWay(user, accountTypeOf(way))
      ? [{ way, label: link.label(way, kernel.app) }]
      : []
  })
}

/** Ways to log in, and the recovery of wallets. */
export function Logins({ user, onDevice, before, showsSecurity, ...go }: LoginsProps) {
  const kernel = useKernel()
  const { app } = kernel
  const security = useRef<HTMLElement>(null)
  useEffect(() => {
    if (showsSecurity) security.current?.scrollIntoView?.({ block: 'nearest' })
  }, [showsSecurity])
  const hasFactor = useHasFactor(user)
  const ways = enabledWays(app)
  const addable = addableWays(user, ways, kernel)
  return (
    <>
      <section>
        <h2 className={styles.heading}>{say('account.logins')}</h2>
        {user.isGuest ? <p className={styles.note}>{say('account.guest')}</p> : null}
        <LoginList
          accounts={user.linkedAccounts.filter(account => !isEmbedded(account))}
          before={before}
          onChange={go.onUpdate}
          onRemove={go.onRemove}
          onRename={go.onRename}
          ways={ways}
        />
        <div className={styles.additions}>
          {addable.length > FEW ? (
            <ChoiceRow
              icon={<PlusIcon />}
              isFirst={false}
              label={say('account.addLogin')}
              onPress={go.onAddLogin}
            />
          ) : (
            <AddRows addable={addable} onLink={go.onLink} />
          )}
        </div>
      </section>
      {app.mfa_methods.length > 0 ? (
        <section className={styles.section} ref={security}>
          <h2 className={styles.heading}>{say('mfa.settings')}</h2>
          <div className={styles.recovery}>
            <p>{say(hasFactor ? 'mfa.on' : 'mfa.off')}</p>
            <Button look="plain" onClick={go.onMfa}>
              {say(hasFactor ? 'mfa.manage' : 'mfa.setUp')}
            </Button>
          </div>
        </section>
      ) : null}
      {onDevice ? (
        <section className={styles.section} ref={app.mfa_methods.length > 0 ? undefined : security}>
          <h2 className={styles.heading}>{say('account.recovery')}</h2>
          <WalletRecovery
            onRecover={go.onRecover}
            onSetRecovery={() => go.onSetRecovery(onDevice)}
            wallet={onDevice}
          />
        </section>
      ) : null}
      <KeyRows keysOf={go.keysOf} onExport={go.onExport} onImport={go.onImport} />
    </>
  )
}

/** Also of a factor that no page is told of, as a mailed code is. */
function useHasFactor(user: User): boolean {
  const { operations } = useKernel()
  const [hasFactor, setHasFactor] = useState(user.mfaMethods.length > 0)
  useEffect(() => {
    let isGone = false
    operations.mfa().then(
      mfa => isGone || setHasFactor(mfa.hasFactor()),
      // What the page is told of is known.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [operations, user])
  return hasFactor
}

/** A row for each way that may be added. */
export const AddRows = ({
  addable,
  onLink,
}: {
  readonly addable: ReturnType<typeof addableWays>
  onLink(way: Way): void
}) =>
  addable.map(({ way, label }) => (
    <ChoiceRow
      icon={<PlusIcon />}
      isFirst={false}
      key={wayName(way)}
      label={label}
      onPress={() => onLink(way)}
    />
  ))
