import { startTask } from '../../core/task.ts'
import { useFlow } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import type { WalletsState } from './flow.ts'
import { FollowingScreen } from './progress-screens.tsx'
import { release } from './send-guard.ts'
import type { WalletsFlow } from './start-wallets.ts'

export interface FollowingProps {
  readonly started: WalletsFlow
  readonly state: Extract<WalletsState, { status: 'following' }>
  readonly network: string
  readonly payingNetwork: string
  onClose(): void
}

/** What is on its way; and, where a wallet has not answered, the person's word that it sent nothing. */
export function Following({ started, state, ...shown }: FollowingProps) {
  const { flow, claims, transfers } = started
  const { begun, isElsewhere, isSlow } = state
  const [releasing, task] = useFlow(() =>
    startTask(async (_: undefined) => {
      const sent = await release(claims, begun.transferId)
      if (sent !== null) {
        const known = { ...begun, sent }
        transfers.put(known)
        flow.send({ type: 'begun', begun: known })
        return
      }
      transfers.remove(begun.transferId)
      flow.send({ type: 'unsent' })
    }, toFailure),
  )
  return (
    <FollowingScreen
      {...shown}
      begun={begun}
      isElsewhere={isElsewhere}
      isReleasing={releasing.status === 'busy'}
      isSlow={isSlow}
      onDeclined={() => task.send({ type: 'start', argument: undefined })}
      problem={releasing.status === 'failed' ? releasing.failure.message : null}
    />
  )
}
