import type { ComponentType } from 'react'
import { useState } from 'react'
import { type Kernel, KernelContext, useKernel } from '../ui/kernel-context.ts'
import { LazyScreen, preload } from '../ui/lazy-screen.tsx'
import { say } from '../words/say.ts'
import type { OwnRequest } from './flow.ts'
import { type OwnOutcome, ownScreens } from './own-screens.ts'

type RequestScreen = ComponentType<{ readonly request: OwnRequest }>

/** The screens of a site's requests: there is one way to approve. By `import()`, since they come after the account. */
const SCREENS = {
  'send-transaction': async () =>
    (await import('../requests/send-transaction/screen.tsx')).SendTransactionScreen as RequestScreen,
  'solana-transaction': async () =>
    (await import('../requests/solana-transaction/screen.tsx')).SolanaTransactionScreen as RequestScreen,
}

/** Brings the approval's code while the form is filled in. What does not come now comes when it is asked for. */
export const bringApproval = (chainType: 'ethereum' | 'solana') =>
  void preload(SCREENS[chainType === 'solana' ? 'solana-transaction' : 'send-transaction']).catch(() => {})

export interface OwnApprovalProps extends OwnOutcome {
  readonly request: OwnRequest
}

/** Has a person's own request approved, where and as a site's would be. */
export function OwnApproval({ request, ...outcome }: OwnApprovalProps) {
  const kernel = useKernel()
  // By its prototype: parts of the kernel are read anew each time.
  const [own] = useState<Kernel>(() =>
    Object.create(kernel, { screens: { value: ownScreens(kernel.screens, request, outcome) } }),
  )
  return (
    <KernelContext value={own}>
      <LazyScreen
        load={SCREENS[request.kind]}
        onClose={outcome.onLeft}
        props={{ request }}
        title={say('send.title')}
      />
    </KernelContext>
  )
}
