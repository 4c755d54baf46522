import { useCallback, useEffect, useState } from 'react'
import { startTask } from '../core/task.ts'
import { enrollFactor, initTotp, type TotpSecret } from '../mfa/mfa-api.ts'
import { withoutRecipient } from '../mfa/without-recipient.ts'
import { whenDone } from '../otp/code-flow.ts'
import { GuardedCodeScreen } from '../otp/guarded-code-screen.tsx'
import { startOtpFlow } from '../otp/start-otp-flow.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/copy.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Problem } from '../ui/problem.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import type { SetupProps } from './changes.ts'
import styles from './enrollment.module.css'

/** An authenticator app: it is shown a secret, and shows a code that it makes of it. */
export function TotpSetup(props: SetupProps) {
  const { changes, onBack, onClose } = props
  const { calls } = useKernel().operations
  const [state, flow] = useFlow(() =>
    startTask(async (_: undefined, signal) => {
      await changes.prove(signal)
      return initTotp(calls, signal)
    }, toFailure),
  )
  const begin = useCallback(() => flow.send({ type: 'start', argument: undefined }), [flow])
  useEffect(begin, [begin])
  const [isScanned, setIsScanned] = useState(false)
  const asked = useStore(changes.asked)
  const title = say('mfa.totpTitle')
  if (state.status === 'done' && isScanned) return <TotpCode {...props} onBack={() => setIsScanned(false)} />
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  if (state.status === 'failed')
    return (
      <Screen onBack={onBack} onClose={onClose} title={title}>
        <Problem>{state.failure.message}</Problem>
        <div className={styles.actions}>
          <Button onClick={begin}>{say('action.tryAgain')}</Button>
        </div>
      </Screen>
    )
  if (state.status !== 'done') return <LoadingScreen onBack={onBack} onClose={onClose} title={title} />
  return (
    <Screen onBack={onBack} onClose={onClose} sentence={say('mfa.totpScan')} title={title}>
      <Secret secret={state.result} />
      <div className={styles.actions}>
        <Button onClick={() => setIsScanned(true)}>{say('action.continue')}</Button>
      </div>
    </Screen>
  )
}

/** For a camera, for who types it in, and for an app on this very device. */
function Secret({ secret: { totpAuthUrl, totpSecret } }: { readonly secret: TotpSecret }) {
  const [status, copy] = useCopy(totpSecret)
  return (
    <>
      <QrCode label={say('mfa.qr')} text={totpAuthUrl} />
      <div className={styles.key}>
        <span className={styles.label}>{say('mfa.key')}</span>
        {/* In groups of four, as people read them out. */}
        <code className={styles.secret} dir="ltr">
          {totpSecret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <div className={styles.pair}>
          <Button look="plain" onClick={copy}>
            {say(status === 'copied' ? 'action.copied' : 'mfa.copyKey')}
          </Button>
        </div>
        <span className={styles.hint} role="status">
          {status === 'failed' ? say('address.copyFailed') : null}
        </span>
        <a className={styles.app} href={totpAuthUrl} rel="noreferrer" target="_blank">
          {say('mfa.openApp')}
        </a>
      </div>
    </>
  )
}

function TotpCode({ changes, onBack = () => {}, onClose, onEnrolled }: SetupProps) {
  const { calls } = useKernel().operations
  const [, flow] = useFlow(() => {
    const started = startOtpFlow({
      prefill: '',
      // The app has what it takes.
      async sendCode() {},
      submitCode: (_, code, signal) =>
        changes.change(signal, proof => enrollFactor(calls, { method: 'totp', code }, proof, signal)),
    })
    whenDone(started, ({ user, recoveryCodes }) => onEnrolled(user, recoveryCodes))
    started.send({ type: 'submit-recipient', to: '' })
    return withoutRecipient(started, onBack)
  })
  const asked = useStore(changes.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  return (
    <GuardedCodeScreen
      flow={flow}
      isSent={false}
      onClose={onClose}
      otherRecipient={say('action.back')}
      sentence={say('mfa.totpEnter')}
      title={say('mfa.totpTitle')}
    />
  )
}
