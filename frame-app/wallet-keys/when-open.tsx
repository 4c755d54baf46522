import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { startTask } from '../core/task.ts'
import { RecoverCard } from '../recovery/recover-card.tsx'
import type { HeldWallet } from '../session/held-wallet.ts'
import { Button } from '../ui/button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './secrets-frame.module.css'

export interface WhenOpenProps {
  /** Whose keys are needed; none of a device: there is nothing to open. */
  readonly wallet: HeldWallet | undefined
  readonly title: string
  readonly onBack?: (() => void) | undefined
  onClose(): void
  readonly children: ReactNode
}

/** Shows what needs keys of this device once they open here: by themselves, or by the recovery of before. */
export function WhenOpen({ wallet, title, onBack, onClose, children }: WhenOpenProps) {
  const { operations } = useKernel()
  const device = wallet?.custody === 'device' ? wallet : null
  const [state, flow] = useFlow(() =>
    startTask(async (_: undefined, signal) => {
      try {
        if (device) await operations.openHere(device, signal)
        return 'open' as const
      } catch (error) {
        if (error instanceof VitrineError && error.code === 'embedded_wallet_needs_recovery')
          return 'needs-recovery' as const
        throw error
      }
    }, toFailure),
  )
  const [isRecovered, setIsRecovered] = useState(false)
  const open = useCallback(() => flow.send({ type: 'start', argument: undefined }), [flow])
  useEffect(() => {
    if (device) open()
  }, [device, open])

  const isOpen = isRecovered || (state.status === 'done' && state.result === 'open')
  if (device === null || isOpen) return children
  if (state.status === 'done')
    return (
      <RecoverCard
        onBack={onBack}
        onClose={onClose}
        onRecovered={() => setIsRecovered(true)}
        wallet={device}
      />
    )
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      status={state.status === 'busy' ? say('account.walletOpening') : undefined}
      title={title}
    >
      {state.status === 'failed' ? (
        <div className={styles.actions}>
          <Problem>{state.failure.message}</Problem>
          <Button onClick={open}>{say('action.tryAgain')}</Button>
        </div>
      ) : (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
    </Screen>
  )
}
