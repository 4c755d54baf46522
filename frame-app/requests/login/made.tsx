import { useState } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { Success } from '../../ui/success.tsx'
import { useStore } from '../../ui/use-flow.ts'
import type { Offer } from './find-offer.ts'
import { OfferScreen } from './offer-screen.tsx'

export interface MadeProps {
  readonly title: string
  /** What is to be offered, as far as that is known. */
  offer(): Offer | null
  onMade(): void
  onEnd(): void
}

/** The tick of a login and, where there is something to offer once and nobody waits, the offer. */
export function Made({ title, offer, onMade, onEnd }: MadeProps) {
  const isAwaited = useStore(useKernel().screens.isAwaited)
  const [offered, setOffered] = useState<Offer | null>(null)
  const goOn = () => {
    const found = isAwaited ? null : offer()
    if (found) setOffered(found)
    else onEnd()
  }
  return offered ? (
    <OfferScreen offer={offered} onEnd={onEnd} />
  ) : (
    // Who closes the tick wants to go on with the site.
    <Success onClose={onEnd} onEnd={goOn} onShown={onMade} title={title} />
  )
}
