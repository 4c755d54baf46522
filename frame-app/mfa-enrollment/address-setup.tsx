import { EmailRow } from '../login/email/row.tsx'
import { NumberScreen } from '../login/sms/number-screen.tsx'
import { readRecipient } from '../login/sms/recipient.ts'
import { enrollFactor, sendMfaCode } from '../mfa/mfa-api.ts'
import { isAtCode, whenDone } from '../otp/code-flow.ts'
import { GuardedCodeScreen } from '../otp/guarded-code-screen.tsx'
import { Recipient } from '../otp/recipient.tsx'
import { startOtpFlow } from '../otp/start-otp-flow.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { ApproveOffNote } from '../ui/approve-off-note.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Screen } from '../ui/screen.tsx'
import { useApprovalGuard } from '../ui/use-approval-guard.ts'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import type { SetupProps } from './changes.ts'
import styles from './enrollment.module.css'

export interface AddressSetupProps extends SetupProps {
  readonly method: 'sms' | 'email'
}

/** A number or an address that codes go to: it is typed, then the code that was sent there. */
export function AddressSetup({ method, changes, onBack, onClose, onEnrolled }: AddressSetupProps) {
  const { calls } = useKernel().operations
  const addressOf = (to: string) => (method === 'sms' ? readRecipient(to).phoneNumber : to)
  const [state, flow] = useFlow(() => {
    const started = startOtpFlow({
      prefill: '',
      async sendCode(to, signal) {
        await changes.prove(signal)
        await sendMfaCode(calls, method, addressOf(to), signal)
      },
      submitCode: (to, code, signal) =>
        changes.change(signal, proof =>
          enrollFactor(calls, { method, address: addressOf(to), code }, proof, signal),
        ),
    })
    whenDone(started, ({ user, recoveryCodes }) => onEnrolled(user, recoveryCodes))
    return started
  })
  // The form does the work that the press admits.
  const guard = useApprovalGuard({ requestId: `mfa ${method}`, movesValue: false, onApprove: () => {} })
  const note = <ApproveOffNote reason={guard.status === 'covered' ? 'covered' : null} />
  const asked = useStore(changes.asked)
  const title = say(method === 'sms' ? 'mfa.smsTitle' : 'mfa.emailTitle')
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  if (isAtCode(state))
    return (
      <GuardedCodeScreen
        flow={flow}
        onClose={onClose}
        otherRecipient={say(method === 'sms' ? 'sms.useAnother' : 'email.useAnother')}
        sentence={
          <Phrase of="mfa.codeAdds" values={{ address: <Recipient>{addressOf(state.to)}</Recipient> }} />
        }
        title={title}
      />
    )
  if (method === 'sms')
    return (
      <NumberScreen
        flow={flow}
        guard={guard.button}
        hasChannels={false}
        note={note}
        onBack={onBack}
        onClose={onClose}
        sentence={say('mfa.smsEnroll')}
        title={title}
      />
    )
  return (
    <Screen onBack={onBack} onClose={onClose} sentence={say('mfa.emailEnroll')} title={title}>
      <div className={styles.actions}>
        <EmailRow flow={flow} guard={guard.button} isFirst />
      </div>
      {note}
    </Screen>
  )
}
