import type { ReactNode } from 'react'
import { startTask } from '../core/task.ts'
import type { ExternalWallets } from '../external-wallets/ports.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { LoadFailed } from '../ui/lazy-screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { ListScreen } from './list-screen.tsx'

export interface WithWalletsProps {
  readonly title: string
  readonly sentence?: string | undefined
  readonly children: (wallets: ExternalWallets) => ReactNode
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** Brings the code that speaks to the person's wallets; until it is here the list keeps its place. */
export function WithWallets({ children, ...screen }: WithWalletsProps) {
  const { externalWallets } = useKernel()
  const [state, task] = useFlow(() => {
    const started = startTask<undefined, ExternalWallets, unknown>(() => externalWallets(), toFailure)
    started.send({ type: 'start', argument: undefined })
    return started
  })
  if (state.status === 'done') return children(state.result)
  if (state.status === 'failed')
    return (
      <LoadFailed
        onClose={screen.onClose}
        onRetry={() => task.send({ type: 'start', argument: undefined })}
      />
    )
  return <ListScreen {...screen} isLooking onChoose={() => {}} wallets={[]} />
}
