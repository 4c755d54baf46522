import { wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import { transferPathOf } from '@vitrine/shared/account/transfer.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import type { TransferRequired } from '@vitrine/shared/api/transfer.ts'
import { entryOf, type Way } from '@vitrine/shared/login/registry.ts'
import { useEffect } from 'react'
import { startTask, type Task } from '../core/task.ts'
import type { LinkCardProps } from '../login-method/login-method.ts'
import { directionOf } from '../otp/recipient.tsx'
import type { Calls } from '../session/calls.ts'
import { clientAccount } from '../session/client-user.ts'
import { Address } from '../ui/address.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { describeAccount } from './describe-account.tsx'
import { accountKey, isEmbedded, type LinkedAccount } from './linkable.ts'
import styles from './transfer-screen.module.css'

export interface TransferScreenProps extends LinkCardProps {
  readonly asked: TransferRequired
}

/**
 * Asks whether two accounts of a person become one: what comes to this one, what ends, and nothing before a press that is
 * guarded as an approval is. They have proven both by now.
 */
export function TransferScreen({ asked, context, onBack, onClose }: TransferScreenProps) {
  const { kernel, way, onLinked, onRefused } = context
  const [state, flow] = useFlow(() =>
    startTransfer(kernel.operations.calls, wayOfAccount(asked.account) ?? way, asked),
  )
  const isBusy = state.status === 'busy' || state.status === 'done'
  useEffect(() => {
    onRefused(state.status === 'failed' ? state.failure : null)
    if (state.status === 'done') onLinked(state.result)
  }, [state, onLinked, onRefused])

  const cancel = onBack ?? onClose
  const { ends } = asked.account
  const all = asked.account.linked_accounts.map(clientAccount)
  const logins = all.filter(account => !isEmbedded(account))
  return (
    <Screen
      onBack={isBusy ? undefined : onBack}
      // Who leaves now would be told that nothing changed, while the server does it.
      onClose={isBusy ? null : onClose}
      sentence={say('transfer.sentence')}
      status={isBusy ? say('transfer.busy') : undefined}
      title={say('transfer.title')}
    >
      {state.status === 'failed' ? <Problem>{sayFailure(state.failure)}</Problem> : null}
      <Part accounts={logins.filter(({ type }) => !ends.includes(type))} title={say('transfer.logins')} />
      <Part accounts={all.filter(isEmbedded)} title={say('transfer.wallets')} />
      <Part accounts={logins.filter(({ type }) => ends.includes(type))} title={say('transfer.ends')} />
      <p className={styles.note}>{say('transfer.note')}</p>
      <div className={styles.choice}>
        {state.status === 'failed' ? null : (
          <GuardedButton
            guards={`transfer ${asked.nonce}`}
            isBusy={isBusy}
            onPress={() => flow.send({ type: 'start', argument: undefined })}
          >
            {say('transfer.confirm')}
          </GuardedButton>
        )}
        <Button disabled={isBusy} look="plain" onClick={cancel}>
          {say('transfer.cancel')}
        </Button>
      </div>
    </Screen>
  )
}

function Part({ title, accounts }: { readonly title: string; readonly accounts: readonly LinkedAccount[] }) {
  if (accounts.length === 0) return null
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {accounts.map(account => {
          const { name, icon } = describeAccount(account)
          return (
            <li className={styles.row} key={accountKey(account)}>
              <span className={styles.icon}>{icon}</span>
              {isEmbedded(account) ? <Address address={name} /> : <bdi dir={directionOf(name)}>{name}</bdi>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A nonce is good once: whatever failed, the login is to be proven again. */
const sayFailure = ({ code, message }: Failure): string =>
  code === 'invalid_credentials' || code === 'resource_conflict' ? say('transfer.over') : message

/** POST `/transfer` of the method, which the device signs. */
const startTransfer = (
  calls: Calls,
  way: Way,
  { nonce, account: { subject } }: TransferRequired,
): Task<undefined, User, Failure> =>
  startTask((_, signal) => {
    const named = entryOf(way.method).transferBody?.(subject, way.provider)
    return calls.addAccount(transferPathOf(way), { nonce, ...named }, { purpose: 'link', way }, signal)
  }, toFailure)
