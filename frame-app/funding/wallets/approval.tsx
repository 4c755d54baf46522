import { useState } from 'react'
import { OwnApproval } from '../../send/own-approval.tsx'
import { KernelContext, useKernel } from '../../ui/kernel-context.ts'
import type { WalletsState } from './flow.ts'
import { guardedKernel } from './guarded-kernel.ts'
import { createSendGuard } from './send-guard.ts'
import type { WalletsFlow } from './start-wallets.ts'

export interface ApprovalProps {
  readonly started: WalletsFlow
  readonly state: Extract<WalletsState, { status: 'asking' }>
}

/** The approval of a transfer or of a bridge's step: the one that a site's request would have. */
export function Approval({ started, state }: ApprovalProps) {
  const kernel = useKernel()
  const { flow, claims, transfers } = started
  const { prepared, payer } = state
  const { begin, plan, request } = prepared
  const [guard] = useState(() =>
    begin === null
      ? null
      : createSendGuard({
          ...{ claims, transfers, begin, now: Date.now },
          expiresAt: plan.type === 'bridge' ? plan.offer.expiresAt : null,
          onBegun: (begun, isElsewhere) => flow.send({ type: 'begun', begun, isElsewhere }),
          onExpired: () => flow.send({ type: 'expired' }),
        }),
  )
  const [guarded] = useState(() => (guard ? guardedKernel(kernel, payer.wallet, guard) : kernel))
  const left = () => flow.send({ type: 'left', begun: guard?.current() ?? null })
  return (
    <KernelContext value={guarded}>
      <OwnApproval
        onEnd={left}
        onLeft={left}
        onSent={hash => {
          if (guard === null) flow.send({ type: 'allowing', hash })
        }}
        request={request}
      />
    </KernelContext>
  )
}
