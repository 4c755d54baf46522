import type { User } from '@vitrine/shared/api/client-user.ts'
import { useEffect, useState } from 'react'
import type { LinkContext } from '../../login-method/login-method.ts'
import { createStepUp } from '../../step-up/step-up.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { LazyScreen } from '../../ui/lazy-screen.tsx'
import { Success } from '../../ui/success.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import type { Offer } from './find-offer.ts'

/** What is offered once after a login; the page has its answer by then. */
export function OfferScreen({ offer, onEnd }: { offer: Offer; onEnd(): void }) {
  const kernel = useKernel()
  const isAwaited = useStore(kernel.screens.isAwaited)
  const [user, setUser] = useState<User | null>(null)
  const [context] = useState<LinkContext>(() => ({
    purpose: 'link',
    way: offer.way,
    kernel,
    prefill: '',
    // Asked for on the wallet's own screen, right after a login: no page had a part in it.
    stepUp: createStepUp(kernel.operations.calls, { purpose: 'link', isFromAccount: true }),
    onLinked: setUser,
    onRefused() {},
  }))
  // Shown is asked: who leaves with the page, or had to make room, is not asked again.
  useEffect(() => offer.settle(), [offer])
  if (user) return <Success onEnd={onEnd} title={say('link.success')} />
  return (
    <LazyScreen
      load={offer.view.load}
      onClose={onEnd}
      props={{ context, isAwaited, onDeclined: onEnd, onMakeRoom: onEnd }}
      title={offer.view.title()}
    />
  )
}
