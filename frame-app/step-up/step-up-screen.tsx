import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import type { ProvableAgain } from '@vitrine/shared/api/step-up.ts'
import { type ReactNode, useState } from 'react'
import { startChoice } from '../core/task.ts'
import { isAtCode, whenDone } from '../otp/code-flow.ts'
import { GuardedCodeScreen } from '../otp/guarded-code-screen.tsx'
import { directionOf, Recipient } from '../otp/recipient.tsx'
import { startOtpFlow } from '../otp/start-otp-flow.ts'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import { confirmByPasskey } from './passkey-confirm.ts'
import type { AskedStepUp } from './step-up.ts'
import { isByCode, sendStepUpCode, verifyStepUp } from './step-up-api.ts'
import styles from './step-up-screen.module.css'

export interface StepUpScreenProps {
  readonly asked: AskedStepUp
  onClose(): void
}

/** Says in our own words what is about to change, and has the person prove a way in that they have already. */
export function StepUpScreen({ asked, onClose }: StepUpScreenProps) {
  const { operations, session } = useKernel()
  const snapshot = useStore(session)
  const accounts = snapshot.status === 'authenticated' ? snapshot.user.linkedAccounts : []
  const [byCode, setByCode] = useState<CodeWay | null>(null)
  const [state, flow] = useFlow(() =>
    startChoice(async (way: ProvableAgain, signal) => {
      asked.onProven(await confirmByPasskey(operations.calls, asked, way, signal))
    }, toFailure),
  )
  if (byCode)
    return <StepUpCode asked={asked} onBack={() => setByCode(null)} onClose={onClose} way={byCode} />

  const busyWith = state.status === 'busy' ? state.choice : null
  return (
    <Screen
      onBack={busyWith === null ? asked.onLeft : undefined}
      onClose={onClose}
      sentence={<WhatChanges asked={asked} />}
      title={say('stepUp.title')}
    >
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.ways}>
        {asked.ways.map((way, index) => {
          const look = index === 0 ? 'primary' : 'plain'
          const address = addressOf(accounts, way)
          const tellsWhy = index === asked.ways.length - 1
          return isByCode(way) ? (
            <GuardedButton
              disabled={busyWith !== null}
              guards={asked.target}
              key={way}
              look={look}
              onPress={() => setByCode({ way, address })}
              tellsWhy={tellsWhy}
            >
              <SendCode address={address} />
            </GuardedButton>
          ) : (
            <GuardedButton
              guards={asked.target}
              isBusy={busyWith === way}
              key={way}
              look={look}
              onPress={() => flow.send({ type: 'start', argument: way })}
              tellsWhy={tellsWhy}
            >
              {say('stepUp.passkey')}
            </GuardedButton>
          )
        })}
      </div>
      {asked.ways.length === 0 ? <p className={styles.none}>{say('stepUp.noWay')}</p> : null}
    </Screen>
  )
}

interface CodeWay {
  readonly way: Extract<Parameters<typeof sendStepUpCode>[2], string>
  readonly address: string
}

interface StepUpCodeProps extends StepUpScreenProps {
  readonly way: CodeWay
  onBack(): void
}

function StepUpCode({ asked, way: { way, address }, onBack, onClose }: StepUpCodeProps) {
  const { calls } = useKernel().operations
  const [state, flow] = useFlow(() => {
    const started = startOtpFlow<string | null>({
      prefill: address,
      sendCode: (_, signal) => sendStepUpCode(calls, asked.purpose, way, signal),
      submitCode: (_, code, signal) => verifyStepUp(calls, asked, { way, typed: { code, address } }, signal),
    })
    whenDone(started, asked.onProven)
    started.send({ type: 'submit-recipient', to: address })
    return {
      ...started,
      // The address is the account's own: whoever goes back chooses another way.
      send: (event: Parameters<typeof started.send>[0]) =>
        event.type === 'back' ? onBack() : started.send(event),
    }
  })
  if (!isAtCode(state))
    return (
      <Screen
        onBack={onBack}
        onClose={onClose}
        sentence={<WhatChanges asked={asked} />}
        title={say('stepUp.title')}
      >
        {state.status === 'error' ? <Problem>{state.failure.message}</Problem> : null}
        <div className={styles.ways}>
          <GuardedButton
            guards={asked.target}
            isBusy={state.status === 'sending-code'}
            onPress={() => flow.send({ type: 'retry' })}
          >
            <SendCode address={address} />
          </GuardedButton>
        </div>
      </Screen>
    )
  return (
    <GuardedCodeScreen
      flow={flow}
      onClose={onClose}
      otherRecipient={say('stepUp.another')}
      sentence={<Phrase of="stepUp.codeSentence" values={{ address: <Recipient>{address}</Recipient> }} />}
      title={say('stepUp.title')}
    />
  )
}

const SendCode = ({ address }: { address: string }) => (
  <Phrase of="stepUp.sendCode" values={{ address: <bdi dir={directionOf(address)}>{address}</bdi> }} />
)

function WhatChanges({ asked: { purpose, account, isResumed } }: { asked: AskedStepUp }): ReactNode {
  if (purpose === 'release') return say(isResumed ? 'stepUp.resumed' : 'stepUp.release')
  // A way in that the change itself makes has no name yet.
  if (purpose === 'link' && !account?.name) return say('stepUp.linkNew')
  const name = account?.name ?? ''
  const named = (
    <bdi className={styles.account} dir={directionOf(name)}>
      {name}
    </bdi>
  )
  const values = { account: named }
  return <Phrase of={`stepUp.${purpose}`} values={values} />
}

/** The person's own address that a code goes to. */
function addressOf(accounts: User['linkedAccounts'], way: ProvableAgain): string {
  const type = accountTypeOf({ method: way })
  const account: object = accounts.find(each => each.type === type) ?? {}
  return String(Reflect.get(account, 'address') ?? Reflect.get(account, 'number') ?? '')
}
