import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { RECOVERY_METHODS } from '@vitrine/shared/wallet/embedded.ts'
import { useCallback, useEffect } from 'react'
import { startTask, type Task } from '../../core/task.ts'
import { hasOther, presentOf } from '../../recovery/recovery-names.ts'
import type { DeviceWallet } from '../../session/held-wallet.ts'
import { Button } from '../../ui/button.tsx'
import { type Operations, useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { type Failure, toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

export interface WalletRecoveryProps {
  /** One of the wallets whose keys are on the person's devices; the recovery is that of all of them. */
  readonly wallet: DeviceWallet
  onRecover(): void
  onSetRecovery(): void
}

/** Whether the on-device wallets open here, what opens them on a new device, and the ways to change either. */
export function WalletRecovery({ wallet, onRecover, onSetRecovery }: WalletRecoveryProps) {
  const { app, operations } = useKernel()
  const [state, flow] = useFlow(() => startOpening(operations, wallet))
  const open = useCallback(() => flow.send({ type: 'start', argument: 'may-ask' }), [flow])
  // Who only looks is not asked for a second factor.
  useEffect(() => flow.send({ type: 'start', argument: 'by-itself' }), [flow])

  if (state.status === 'idle' || state.status === 'busy')
    return (
      <p className={styles.none} role="status">
        {say('account.walletOpening')}
      </p>
    )
  if (state.status === 'failed' && state.failure.code === 'missing_or_invalid_mfa')
    return (
      <div className={styles.recovery}>
        <p>{say('mfa.walletWaits')}</p>
        <Button look="plain" onClick={open}>
          {say('stepUp.confirm')}
        </Button>
      </div>
    )
  if (state.status === 'failed')
    return (
      <div className={styles.recovery}>
        <Problem>{state.failure.message}</Problem>
        <Button look="plain" onClick={open}>
          {say('action.tryAgain')}
        </Button>
      </div>
    )
  if (state.result === 'needs-recovery')
    return (
      <div className={styles.recovery}>
        <p>{say('account.walletClosed')}</p>
        <Button look="plain" onClick={onRecover}>
          {say('account.recoverWallet')}
        </Button>
      </div>
    )
  const present = RECOVERY_METHODS.find(method => method === wallet.recoveryMethod) ?? 'privy'
  return (
    <div className={styles.recovery}>
      <p>{presentOf[present](app)}</p>
      {hasOther(app, present) ? (
        <Button look="plain" onClick={onSetRecovery}>
          {say('account.changeRecovery')}
        </Button>
      ) : null}
    </div>
  )
}

/** By themselves, or after the person's recovery passcode: that they need it is an answer, and no failure. */
const startOpening = (
  operations: Pick<Operations, 'openHere'>,
  wallet: DeviceWallet,
): Task<'by-itself' | 'may-ask', 'open' | 'needs-recovery', Failure> =>
  startTask(async (asks: 'by-itself' | 'may-ask', signal) => {
    try {
      await operations.openHere(wallet, signal, { mayAsk: asks === 'may-ask' })
      return 'open'
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'embedded_wallet_needs_recovery')
        return 'needs-recovery'
      throw error
    }
  }, toFailure)
