import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import { type ComponentType, useEffect } from 'react'
import { startTask } from '../core/task.ts'
import { RecoverByPasscode } from '../passcode/recover-by-passcode.tsx'
import { type DeviceWallet, isEmbedded } from '../session/held-wallet.ts'
import type { SessionSnapshot } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { type Operations, useKernel } from '../ui/kernel-context.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { CLOUDS } from './cloud-platform.ts'
import type { ClosedFacts, MethodRecoverProps } from './method-recover.ts'
import { RecoverByCloud } from './recover-by-cloud.tsx'
import { RecoverByPasskey } from './recover-by-passkey.tsx'
import { RecoverBySite } from './recover-by-site.tsx'

export interface RecoverCardProps extends Omit<MethodRecoverProps, 'facts'> {
  /** The one that is asked for; absent: any that is closed here. */
  readonly wallet?: DeviceWallet | undefined
}

const SCREENS: Readonly<Record<UserOwnedRecovery, ComponentType<MethodRecoverProps>>> = {
  'user-passcode': ({ facts: _, ...props }) => <RecoverByPasscode {...props} />,
  'google-drive': props => <RecoverByCloud {...props} cloud={CLOUDS['google-drive']} />,
  icloud: props => <RecoverByCloud {...props} cloud={CLOUDS.icloud} />,
  passkey: RecoverByPasskey,
  'recovery-encryption-key': RecoverBySite,
}

/** Opens the wallet on a device that does not know it, by what its recovery is. */
export function RecoverCard({ wallet, ...rest }: RecoverCardProps) {
  const { operations, session } = useKernel()
  const [state, flow] = useFlow(() =>
    startTask(
      (_: undefined, signal) =>
        findRecovery(operations, wallet ? [wallet] : closedHere(session.get()), signal),
      toFailure,
    ),
  )
  const look = () => flow.send({ type: 'start', argument: undefined })
  useEffect(() => flow.send({ type: 'start', argument: undefined }), [flow])
  const facts = state.status === 'done' ? state.result : undefined
  const isOpen = facts === null
  const { onRecovered } = rest
  useEffect(() => {
    if (isOpen) onRecovered()
  }, [isOpen, onRecovered])

  if (state.status === 'failed')
    return (
      <Screen {...rest} title={say('recover.title')}>
        <Problem>{state.failure.message}</Problem>
        <Button onClick={look}>{say('action.tryAgain')}</Button>
      </Screen>
    )
  if (!facts) return <LoadingScreen {...rest} title={say('recover.title')} />
  const Recover = SCREENS[facts.method]
  return <Recover {...rest} facts={facts} />
}

/** One wallet of each account that the person brought together: each has a recovery of its own. */
function closedHere(snapshot: SessionSnapshot): readonly DeviceWallet[] {
  const wallets = snapshot.status === 'authenticated' ? snapshot.wallets.filter(isEmbedded) : []
  const ofOwners = new Map<string, DeviceWallet>()
  for (const wallet of wallets)
    if (wallet.custody === 'device') {
      const owner = wallet.sealedFor?.userId ?? ''
      if (!ofOwners.has(owner)) ofOwners.set(owner, wallet)
    }
  return [...ofOwners.values()]
}

/** @returns what the first wallet that does not open by itself is recovered by; `null`: all of them open */
async function findRecovery(
  { openHere, recoveryOf }: Pick<Operations, 'openHere' | 'recoveryOf'>,
  wallets: readonly DeviceWallet[],
  signal: AbortSignal,
): Promise<ClosedFacts | null> {
  for (const wallet of wallets) {
    // Of one wallet it is known: that is why the screen is here.
    if (wallets.length > 1 && (await opensByItself(openHere, wallet, signal))) continue
    const facts = await recoveryOf(wallet, signal)
    const { method } = facts
    if (method !== 'privy') return { ...facts, method }
    await openHere(wallet, signal)
  }
  return null
}

async function opensByItself(
  openHere: Operations['openHere'],
  wallet: DeviceWallet,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await openHere(wallet, signal)
    return true
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'embedded_wallet_needs_recovery') return false
    throw error
  }
}
