import type { User } from '@vitrine/shared/api/client-user.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { startTask } from '../core/task.ts'
import { describeAccount } from '../linked-accounts/describe-account.tsx'
import { LinkCard } from '../linked-accounts/link-card.tsx'
import type { LinkContext } from '../login-method/login-method.ts'
import { MFA_ICONS } from '../mfa/icons.tsx'
import { enrollFactor } from '../mfa/mfa-api.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import type { SetupProps } from './changes.ts'
import styles from './enrollment.module.css'

type Passkey = Extract<User['linkedAccounts'][number], { type: 'passkey' }>
const passkeysOf = (user: User) =>
  user.linkedAccounts.filter((account): account is Passkey => account.type === 'passkey')

export interface PasskeysSetupProps extends SetupProps {
  readonly isFromAccount: boolean
  /** Those that are factors, by credential id. One of them may log nobody in any more. */
  readonly factors: readonly string[]
  /** Takes all of them away as factors; absent: none of them is one. */
  readonly onRemove?: (() => void) | undefined
}

/** Which of the linked passkeys are factors; one more can be made on the way. */
export function PasskeysSetup({
  changes,
  isFromAccount,
  factors,
  onBack,
  onClose,
  onRemove,
  onEnrolled,
}: PasskeysSetupProps) {
  const kernel = useKernel()
  const { calls } = kernel.operations
  const { shouldUnlinkOnUnenrollMfa } = kernel.config.get().passkeys
  const snapshot = useStore(kernel.session)
  const passkeys = snapshot.status === 'authenticated' ? passkeysOf(snapshot.user) : []
  const rows = [
    ...passkeys.map(it => ({ id: it.credentialId, ...describeAccount(it) })),
    // Unlinked: nothing is known of it by now but that it confirms. Left out of what is saved it would silently do so no more.
    ...factors
      .filter(id => passkeys.every(it => it.credentialId !== id))
      .map(id => ({ id, name: say('mfa.passkey'), icon: <MFA_ICONS.passkey /> })),
  ]
  const enrolled = rows.map(({ id }) => id).filter(id => factors.includes(id))
  const [chosen, setChosen] = useState<readonly string[]>(enrolled)
  const [context, setContext] = useState<LinkContext | null>(null)
  const [state, flow] = useFlow(() =>
    startTask(
      (
        { credentialIds, removesLogin }: { credentialIds: readonly string[]; removesLogin: boolean },
        signal,
      ) =>
        changes.change(signal, proof =>
          enrollFactor(calls, { method: 'passkey', credentialIds, removesLogin }, proof, signal),
        ),
      toFailure,
    ),
  )
  const told = useRef(onEnrolled)
  told.current = onEnrolled
  useEffect(() => {
    if (state.status === 'done') told.current(state.result.user, state.result.recoveryCodes)
  }, [state])
  const noteId = useId()
  const asked = useStore(changes.asked)
  const isBusy = state.status === 'busy' || state.status === 'done'

  const link = () => {
    const before = new Set(passkeys.map(it => it.credentialId))
    setContext({
      purpose: 'link',
      way: { method: 'passkey' },
      kernel,
      prefill: '',
      stepUp: createStepUp(calls, { purpose: 'link', isFromAccount }),
      onLinked(user) {
        const made = passkeysOf(user).find(it => !before.has(it.credentialId))
        if (made) setChosen(now => [...now, made.credentialId])
        setContext(null)
      },
      // The card says it.
      onRefused() {},
    })
  }
  if (context) return <LinkCard context={context} onBack={() => setContext(null)} onClose={onClose} />
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />

  const isLeftOut = enrolled.some(id => !chosen.includes(id))
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter(it => it !== id) : [...chosen, id])
  const isSame = !isLeftOut && chosen.length === enrolled.length
  const warnsOfLogin =
    shouldUnlinkOnUnenrollMfa &&
    passkeys.some(({ credentialId: id }) => enrolled.includes(id) && !chosen.includes(id))
  return (
    <Screen
      onBack={isBusy ? undefined : onBack}
      onClose={onClose}
      sentence={say(rows.length > 0 ? 'mfa.passkeyChoose' : 'mfa.passkeyNone')}
      title={say('mfa.passkeyTitle')}
    >
      {rows.length > 0 ? (
        <ul className={styles.passkeys}>
          {rows.map(({ id, name, icon }) => (
            <li key={id}>
              <label className={styles.passkey}>
                <span aria-hidden="true" className={styles.icon}>
                  {icon}
                </span>
                <bdi className={styles.name}>{name}</bdi>
                <input
                  checked={chosen.includes(id)}
                  className={styles.check}
                  disabled={isBusy}
                  onChange={() => toggle(id)}
                  type="checkbox"
                />
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      {warnsOfLogin ? (
        <p className={styles.note} id={noteId}>
          {say('mfa.removeLogin')}
        </p>
      ) : null}
      <div className={styles.actions}>
        {rows.length > 0 ? (
          <GuardedButton
            aria-describedby={warnsOfLogin ? noteId : undefined}
            disabled={chosen.length === 0 || isSame}
            guards={`mfa passkeys ${chosen.join()}`}
            isBusy={isBusy}
            onPress={() =>
              flow.send({
                type: 'start',
                argument: { credentialIds: chosen, removesLogin: shouldUnlinkOnUnenrollMfa },
              })
            }
          >
            {say('mfa.save')}
          </GuardedButton>
        ) : null}
        <Button disabled={isBusy} look={rows.length > 0 ? 'plain' : 'primary'} onClick={link}>
          {say('mfa.passkeyNew')}
        </Button>
        {onRemove ? (
          <Button disabled={isBusy} look="quiet" onClick={onRemove}>
            {say('account.removeConfirm')}
          </Button>
        ) : null}
      </div>
    </Screen>
  )
}
