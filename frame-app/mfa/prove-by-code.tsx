import { isAtCode, whenDone } from '../otp/code-flow.ts'
import { GuardedCodeScreen } from '../otp/guarded-code-screen.tsx'
import { isFinal } from '../otp/otp-flow.ts'
import { directionOf, Recipient } from '../otp/recipient.tsx'
import { startOtpFlow } from '../otp/start-otp-flow.ts'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import type { Failure } from '../words/failure.ts'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import styles from './mfa.module.css'
import { sendMfaCode, verifyMfaCode } from './mfa-api.ts'
import { withoutRecipient } from './without-recipient.ts'

export interface ProveByCodeProps {
  readonly method: 'totp' | 'sms' | 'email'
  /** Where the code goes, masked; nothing for an app that makes it. */
  readonly address: string
  onProven(token: string): void
  /** Why a code was not taken, and another one would not be either. */
  onRefused(failure: Failure): void
  onAnother(): void
  onClose(): void
}

/** A code that is sent once the person asks for it, or that their app shows. */
export function ProveByCode({ method, address, onProven, onRefused, onAnother, onClose }: ProveByCodeProps) {
  const { calls } = useKernel().operations
  const isSent = method !== 'totp'
  const [state, flow] = useFlow(() => {
    const started = startOtpFlow<string>({
      prefill: address,
      async sendCode(_, signal) {
        if (method !== 'totp') await sendMfaCode(calls, method, null, signal)
      },
      submitCode: (_, code, signal) => verifyMfaCode(calls, method, code, signal),
    })
    whenDone(started, onProven)
    started.subscribe(() => {
      const now = started.get()
      if (now.status === 'error') onRefused(now.failure)
    })
    if (method === 'totp') started.send({ type: 'submit-recipient', to: address })
    return withoutRecipient(started, onAnother)
  })
  const another = (
    <Button look="quiet" onClick={onAnother}>
      {say('mfa.another')}
    </Button>
  )
  if (isSent && !isAtCode(state))
    return (
      <Screen onClose={onClose} sentence={say('mfa.sentence')} title={say('mfa.title')}>
        {state.status === 'error' ? <Problem>{state.failure.message}</Problem> : null}
        <div className={styles.actions}>
          <GuardedButton
            guards={`mfa ${method}`}
            isBusy={state.status === 'sending-code'}
            onPress={() => flow.send({ type: 'submit-recipient', to: address })}
          >
            <Phrase
              of="stepUp.sendCode"
              values={{ address: <bdi dir={directionOf(address)}>{address}</bdi> }}
            />
          </GuardedButton>
          {another}
        </div>
      </Screen>
    )
  return (
    <GuardedCodeScreen
      // The one in the place of "Try again" is enough.
      another={state.status === 'error' && isFinal(state.failure) ? null : another}
      flow={flow}
      isSent={isSent}
      onClose={onClose}
      otherRecipient={say('mfa.another')}
      sentence={
        isSent ? (
          <Phrase of="mfa.codeSentence" values={{ address: <Recipient>{address}</Recipient> }} />
        ) : (
          say('mfa.totpSentence')
        )
      }
      title={say('mfa.title')}
    />
  )
}
