import { useEffect, useState } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { Success } from '../../ui/success.tsx'
import { useStore } from '../../ui/use-flow.ts'
import type { Offer } from './find-offer.ts'
import { OfferScreen } from './offer-screen.tsx'

/** How long the tick stays at most for what a slow network has not said yet. */
const SEARCH_MS = 2_000

export interface MadeProps {
  readonly title: string
  /** What is to be offered, if anything. */
  readonly offer: Promise<Offer | null>
  onMade(): void
  onEnd(): void
}

/** The tick of a login and, where there is something to offer once and nobody waits, the offer. */
export function Made({ title, offer, onMade, onEnd }: MadeProps) {
  const isAwaited = useStore(useKernel().screens.isAwaited)
  const [isOver, setIsOver] = useState(false)
  const [offered, setOffered] = useState<Offer | null>(null)
  useEffect(() => {
    if (!isOver || offered) return
    if (isAwaited) return onEnd()
    let isGone = false
    const timer = setTimeout(onEnd, SEARCH_MS)
    void offer.then(found => {
      if (isGone) return
      if (found) setOffered(found)
      else onEnd()
    })
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isOver, offered, isAwaited, offer, onEnd])
  return offered ? (
    <OfferScreen offer={offered} onEnd={onEnd} />
  ) : (
    // Who closes the tick wants to go on with the site.
    <Success onClose={onEnd} onEnd={() => setIsOver(true)} onShown={onMade} title={title} />
  )
}
