import { useState } from 'react'
import { type ApprovalFlow, startApproval } from '../../approval/flow/approval-flow.ts'
import { useRequestState } from '../../approval/open-window/use-approval-window.ts'
import { ApprovalScreen } from '../../approval/ui/approval-screen.tsx'
import { useRejection } from '../../approval/ui/use-rejection.ts'
import type { ConsentRequest, ReviewBase } from '../../approval/view/build-view.ts'
import { readLimits } from '../../delegation/read-limits.ts'
import { sayOffer } from '../../delegation/say-offer.ts'
import { limitReads } from '../../delegation/use-limits.ts'
import { createStepUp, type StepUp } from '../../step-up/step-up.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { type Kernel, useKernel } from '../../ui/kernel-context.ts'
import { shortAddress } from '../../ui/short-address.ts'
import { Success } from '../../ui/success.tsx'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'

/**
 * Asks the person to let keys of the app's use a wallet: approved as what moves value is, where no page can cover it, then by a proof of
 * a way in.
 */
export function ConsentScreen({ request }: { request: ConsentRequest }) {
  const kernel = useKernel()
  const { operations, screens, session } = kernel
  const [stepUp] = useState(() =>
    createStepUp(operations.calls, { purpose: 'delegate', isFromAccount: false }),
  )
  const [state, flow] = useFlow(() => startConsent(kernel, request, stepUp))
  useRequestState(request, state)
  const reject = useRejection(request, state)
  const asked = useStore(stepUp.asked)
  if (state.status === 'done') {
    const tell = () => {
      const now = session.get()
      if (now.status === 'authenticated') screens.resolve(request, { user: now.user }, 'stays')
    }
    return <Success onEnd={() => screens.dismiss(request)} onShown={tell} title={say('delegation.done')} />
  }
  if (asked) return <StepUpScreen asked={asked} onClose={() => screens.dismiss(request)} />
  return (
    <ApprovalScreen
      busy={say('delegation.busy')}
      flow={flow}
      onReject={reject}
      request={request}
      state={state}
    />
  )
}

/** Reads the limits, then gives what the person approved. */
function startConsent(
  kernel: Kernel,
  { wallet, terms }: ConsentRequest,
  stepUp: StepUp,
): ApprovalFlow<ReviewBase, void> {
  const { chainType, address } = wallet
  return startApproval({
    async review(_sent, signal) {
      const { priceDisplay } = kernel.config.get().embeddedWallets
      const offers = await Promise.all(
        terms.map(async ({ policy, name, expires_at: until }) => {
          const limits = await readLimits(policy.rules.spend, address, limitReads(kernel), signal)
          const whose = terms.length > 1 ? name : null
          return sayOffer({ policy, limits, wallet: address, until, name: whose }, priceDisplay)
        }),
      )
      return { ok: true, review: { ...reviewOf(terms), offers } }
    },
    async perform(_review, _progress, signal) {
      const account = { type: chainType, subject: address, name: shortAddress(address) }
      const delegates = await kernel.operations.delegates()
      await stepUp.change(account, signal, proof => delegates.allow(wallet, terms, proof, signal))
    },
  })
}

function reviewOf(terms: ConsentRequest['terms']): ReviewBase {
  const [first] = terms
  return {
    explanation: {
      headline:
        first && terms.length === 1
          ? say('delegation.title', { name: first.name })
          : say('delegation.titleSeveral'),
      ...{ outgoing: [], incoming: [], permissions: [], dangers: [], details: [], raw: [] },
      notes: [say('delegation.sentence'), say('delegation.stopAnyTime')],
    },
    cost: null,
    networkName: null,
    // The signer has signed what is offered: it does not change by itself.
    isFixed: true,
  }
}
