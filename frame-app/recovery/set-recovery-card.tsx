import { RECOVERY_METHODS } from '@vitrine/shared/wallet/embedded.ts'
import { recoveriesOnCreate, userOwnedRecoveries } from '@vitrine/shared/wallet/recovery-rules.ts'
import { useState } from 'react'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Success } from '../ui/success.tsx'
import { useStore } from '../ui/use-flow.ts'
import type { RecoveryPurpose } from '../wallet/asks-for-recovery.ts'
import { say } from '../words/say.ts'
import { RecoverySetup } from './recovery-setup.tsx'
import { type RecoveryRefusal, type RecoverySetter, refusalIn } from './setter.ts'

export interface SetRecoveryCardProps {
  readonly purpose: RecoveryPurpose
  /** The person came from the account screen, and no page asked for it. */
  readonly isFromAccount?: boolean
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  /** @param refusal the last that the person chose was refused with; `null`: nothing was */
  onClose(refusal: RecoveryRefusal | null): void
  /** It is set; the tick is still to be seen. */
  onSet?(wallet: EmbeddedWallet): void
  /** The tick has been seen. */
  onEnd(): void
  /** A secret was sent off: from here on it may be set, whatever the answer is. */
  onSubmit?(): void
}

/** Each recovery of the account has a proof of its own (`RECOVERY_TARGET`). */
const CHANGED = { type: 'recovery' } as const

/**
 * Sets the recovery of a wallet that is there, or of the first one, which is then made. To change what is there takes a proof
 * of a way in.
 */
export function SetRecoveryCard({
  purpose,
  isFromAccount = false,
  onBack,
  onClose,
  onSet,
  onEnd,
  onSubmit,
}: SetRecoveryCardProps) {
  const { app, operations } = useKernel()
  const { embedded_wallet_config: config } = app
  const [stepUp] = useState(() => createStepUp(operations.calls, { purpose: 'recovery', isFromAccount }))
  const [made, setMade] = useState<EmbeddedWallet | null>(null)
  const [refusal, setRefusal] = useState<RecoveryRefusal | null>(null)
  const close = () => onClose(refusal)
  const [setter] = useState<RecoverySetter>(() => ({
    present: presentOf(purpose),
    // The first one comes with the wallet, and changes nothing.
    async prove(signal) {
      if (purpose.type === 'change') await stepUp.prove(CHANGED, signal)
    },
    async set(secret, signal) {
      onSubmit?.()
      try {
        const wallet = await (purpose.type === 'create'
          ? operations.setRecovery(purpose, secret, signal)
          : stepUp.change(CHANGED, signal, proof => operations.setRecovery(purpose, secret, signal, proof)))
        setMade(wallet)
      } catch (error) {
        setRefusal(refusalIn(error))
        throw error
      }
    },
  }))
  const asked = useStore(stepUp.asked)
  if (made) return <Success onEnd={onEnd} onShown={() => onSet?.(made)} title={say('recovery.done')} />
  return (
    <RecoverySetup
      instead={asked ? <StepUpScreen asked={asked} onClose={close} /> : null}
      onBack={onBack}
      onClose={close}
      onRefused={setRefusal}
      options={purpose.type === 'create' ? recoveriesOnCreate(config) : userOwnedRecoveries(config)}
      setter={setter}
    />
  )
}

const presentOf = (purpose: RecoveryPurpose) =>
  purpose.type === 'create'
    ? null
    : (RECOVERY_METHODS.find(method => method === purpose.wallet.recoveryMethod) ?? null)
