import type { Hex, ReplacementKind } from '../chains/ethereum/ports.ts'
import { startTask } from '../core/task.ts'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import { type Kernel, useKernel } from '../ui/kernel-context.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import type { OwnRequest } from './flow.ts'
import { OwnApproval } from './own-approval.tsx'

export interface ReplaceViewProps {
  /** Whose key is made here: another app replaces what it has sent itself. */
  readonly wallet: EmbeddedWallet
  readonly chainId: number
  /** Belongs to the transaction that waits. */
  readonly hash: Hex
  readonly kind: ReplacementKind
  onBack(): void
  onClose(): void
}

/** Has the user approve the replacement of a waiting transaction, as they approve any other one. */
export function ReplaceView({ onBack, onClose, ...asked }: ReplaceViewProps) {
  const kernel = useKernel()
  const [state] = useFlow(() => {
    const flow = startTask(
      (_argument: undefined, signal) => prepareReplacement(kernel, asked, signal),
      toFailure,
    )
    flow.send({ type: 'start', argument: undefined })
    return flow
  })
  if (state.status === 'done')
    return <OwnApproval onEnd={onBack} onLeft={onBack} onSent={() => {}} request={state.result} />
  const title = say(asked.kind === 'cancel' ? 'activity.cancel' : 'activity.speedUp')
  if (state.status !== 'failed') return <LoadingScreen onBack={onBack} onClose={onClose} title={title} />
  return (
    <Screen onBack={onBack} onClose={onClose} title={title}>
      <Problem>{state.failure.message}</Problem>
    </Screen>
  )
}

async function prepareReplacement(
  { ethereum, operations }: Pick<Kernel, 'ethereum' | 'operations'>,
  { wallet, chainId, hash, kind }: Pick<ReplaceViewProps, 'wallet' | 'chainId' | 'hash' | 'kind'>,
  signal: AbortSignal,
): Promise<OwnRequest> {
  // Nobody approves what then cannot be signed.
  if (wallet.custody === 'device') await operations.openHere(wallet, signal)
  const transaction = await (await ethereum()).of(chainId).replacement(hash, kind)
  const id = `own-${crypto.randomUUID()}`
  return { id, kind: 'send-transaction', wallet, chainId, transaction, isOwn: true, uiOptions: {} }
}
