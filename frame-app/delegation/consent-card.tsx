import type { User } from '@vitrine/shared/api/client-user.ts'
import type { DelegationTerms } from '@vitrine/shared/api/delegation.ts'
import { useCallback, useEffect, useState } from 'react'
import { startTask } from '../core/task.ts'
import type { ServerWallet } from '../session/held-wallet.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { shortAddress } from '../ui/short-address.ts'
import { Success } from '../ui/success.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './delegation.module.css'
import { useLimits } from './limits.tsx'
import { Terms } from './terms.tsx'

export interface ConsentCardProps {
  readonly wallet: ServerWallet
  readonly terms: readonly DelegationTerms[]
  /** The person says no. */
  onReject(): void
  /** It is given; the tick is still to be seen. */
  onAllowed(user: User): void
  /** The tick has been seen. */
  onEnd(): void
}

/** Asks the person to let keys of the app's use a wallet: by a guarded press, then by a proof of a way in. */
export function ConsentCard({ wallet, terms, onReject, onAllowed, onEnd }: ConsentCardProps) {
  const { hostOrigin, operations, session } = useKernel()
  const [stepUp] = useState(() =>
    createStepUp(operations.calls, { purpose: 'delegate', isFromAccount: false }),
  )
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const [state, flow] = useFlow(() =>
    startTask(async (_: undefined, signal) => {
      const { chainType, address } = wallet
      const account = { type: chainType, subject: address, name: shortAddress(address) }
      const delegates = await operations.delegates()
      await stepUp.change(account, signal, proof => delegates.allow(wallet, terms, proof, signal))
    }, toFailure),
  )
  const onRead = useCallback((id: string) => setRead(before => new Set([...before, id])), [])
  const asked = useStore(stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onReject} />
  if (state.status === 'done') {
    const tell = () => {
      const now = session.get()
      if (now.status === 'authenticated') onAllowed(now.user)
    }
    return <Success onEnd={onEnd} onShown={tell} title={say('delegation.done')} />
  }
  const isBusy = state.status === 'busy'
  const isRead = terms.every(it => read.has(it.signer_id))
  const [first] = terms
  return (
    <Screen
      // Who leaves while it is being given would be told that nothing was.
      onClose={isBusy ? null : onReject}
      sentence={say('delegation.sentence', { site: new URL(hostOrigin).host })}
      status={isBusy ? say('delegation.busy') : isRead ? undefined : say('delegation.reading')}
      title={
        first && terms.length === 1
          ? say('delegation.title', { name: first.name })
          : say('delegation.titleSeveral')
      }
    >
      {terms.map(it => (
        <Offer key={it.signer_id} onRead={onRead} showsName={terms.length > 1} terms={it} wallet={wallet} />
      ))}
      <p className={styles.note}>{say('delegation.stopAnyTime')}</p>
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        <Button disabled={isBusy} look="plain" onClick={onReject}>
          {say('action.reject')}
        </Button>
        <GuardedButton
          disabled={!isRead}
          // The wait begins once the amounts are there to be read.
          guards={`${isRead} ${terms.map(it => it.signature).join(' ')}`}
          isBusy={isBusy}
          onPress={() => flow.send({ type: 'start', argument: undefined })}
        >
          {say('action.approve')}
        </GuardedButton>
      </div>
    </Screen>
  )
}

interface OfferProps {
  readonly terms: DelegationTerms
  readonly wallet: ServerWallet
  /** Several keys are asked for: each stands under its name. */
  readonly showsName: boolean
  /** Its amounts are on show. */
  onRead(signerId: string): void
}

function Offer({ terms, wallet, showsName, onRead }: OfferProps) {
  const limits = useLimits(terms.policy, wallet.address)
  const { signer_id: signerId, name, policy, expires_at: until } = terms
  useEffect(() => {
    if (limits) onRead(signerId)
  }, [limits, onRead, signerId])
  return (
    <section aria-label={name} className={showsName ? styles.offer : undefined}>
      {showsName ? (
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
      ) : null}
      {limits ? (
        <Terms limits={limits} policy={policy} until={until} wallet={wallet.address} />
      ) : (
        <p className={styles.note}>{say('delegation.reading')}</p>
      )}
    </section>
  )
}
