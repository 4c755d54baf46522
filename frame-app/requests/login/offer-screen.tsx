import type { User } from '@vitrine/shared/api/client-user.ts'
import { useCallback, useState } from 'react'
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
    onLinked(linked) {
      offer.settle()
      setUser(linked)
    },
    onRefused() {},
  }))
  const decline = useCallback(() => {
    offer.settle()
    onEnd()
  }, [offer, onEnd])
  if (user) return <Success onEnd={onEnd} title={say('link.success')} />
  return (
    <LazyScreen
      load={offer.view.load}
      onClose={decline}
      props={{ context, isAwaited, onDeclined: decline, onMakeRoom: onEnd }}
      title={offer.view.title()}
    />
  )
}
