import type { HpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import { recoveriesOnCreate } from '@vitrine/shared/wallet/recovery-rules.ts'
import { useCallback, useEffect, useState } from 'react'
import { startTask } from '../core/task.ts'
import { RecoverySetup } from '../recovery/recovery-setup.tsx'
import type { RecoverySetter } from '../recovery/setter.ts'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Button } from '../ui/button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { shortAddress } from '../ui/short-address.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Success } from '../ui/success.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import type { RecoverySecret } from '../wallet/recovery-secret.ts'
import type { BegunImport } from '../wallet/wallet-keys.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './secrets-frame.module.css'

export interface SendImportProps {
  readonly begun: BegunImport
  readonly sealed: HpkeSealed
  readonly isFromAccount: boolean
  onClose(): void
  /** The key has to be typed anew. */
  onAgain(): void
  onImported: ((wallet: EmbeddedWallet) => void) | undefined
  onEnd(): void
}

/**
 * Sends what was typed, encrypted, with a proof of a way in. What is the first on a person's devices takes a recovery where the app
 * wants one: the vault says so, and the same ciphertext goes with what they set.
 */
export function SendImport({ begun, sealed, isFromAccount, ...go }: SendImportProps) {
  const { app, operations } = useKernel()
  const [stepUp] = useState(() => createStepUp(operations.calls, { purpose: 'import', isFromAccount }))
  const [made, setMade] = useState<EmbeddedWallet | null>(null)
  const send = async (recovery: RecoverySecret | undefined, signal: AbortSignal) => {
    const { chainType, address } = begun
    const account = { type: chainType, subject: address, name: shortAddress(address) }
    const wallet = await stepUp.change(account, signal, proof =>
      operations.importKey(begun, sealed, { proof, ...(recovery && { recovery }) }, signal),
    )
    setMade(wallet)
  }
  const [state, flow] = useFlow(() => startTask((_: undefined, signal) => send(undefined, signal), toFailure))
  const [setter] = useState<RecoverySetter>(() => ({
    present: null,
    // The proof is the import's, and asked for by it.
    prove: async () => {},
    set: send,
  }))
  const start = useCallback(() => flow.send({ type: 'start', argument: undefined }), [flow])
  useEffect(start, [start])
  const asked = useStore(stepUp.asked)
  if (made)
    return <Success onEnd={go.onEnd} onShown={() => go.onImported?.(made)} title={say('import.done')} />
  const stepUpScreen = asked ? <StepUpScreen asked={asked} onClose={go.onClose} /> : null
  const failure = state.status === 'failed' ? state.failure : null
  if (failure?.code === 'embedded_wallet_password_unconfirmed')
    return (
      <RecoverySetup
        instead={stepUpScreen}
        onClose={go.onClose}
        options={recoveriesOnCreate(app.embedded_wallet_config)}
        setter={setter}
      />
    )
  if (stepUpScreen) return stepUpScreen
  const isBusy = failure === null
  if (isBusy)
    return (
      // Who leaves now would be told that nothing was imported, while it is.
      <Screen onClose={null} status={say('import.busy')} title={say('import.title')}>
        <div className={styles.waiting}>
          <Spinner />
        </div>
      </Screen>
    )
  return (
    <Screen onClose={go.onClose} title={say('import.failed')}>
      <div className={styles.actions}>
        <Problem>{failure?.message ?? say('error.unexpected')}</Problem>
        <Button onClick={start}>{say('action.tryAgain')}</Button>
        <Button look="quiet" onClick={go.onAgain}>
          {say('import.again')}
        </Button>
      </div>
    </Screen>
  )
}
