import { useEffect, useState } from 'react'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { LazyScreen } from '../../ui/lazy-screen.tsx'
import { Success } from '../../ui/success.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import type { Offer } from './find-offer.ts'
import { OfferScreen } from './offer-screen.tsx'

const loadFunding = async () => (await import('../../funding/card/own-funding.tsx')).OwnFunding

/** How long the tick stays at most for what a slow network has not said yet. */
const SEARCH_MS = 2_000

export interface MadeProps {
  readonly title: string
  /** What is to be offered, if anything. */
  readonly offer: Promise<Offer | null>
  /** The wallet that was just made, where the app has its person asked for funds then; `null`: nobody is. */
  readonly funded: HeldWallet | null
  onMade(): void
  onEnd(): void
}

/** The tick of a login and, where there is something to offer once and nobody waits, the offer. */
export function Made({ title, offer, funded, onMade, onEnd }: MadeProps) {
  const isAwaited = useStore(useKernel().screens.isAwaited)
  const [isOver, setIsOver] = useState(false)
  const [offered, setOffered] = useState<Offer | null>(null)
  const [hasBegun, setHasBegun] = useState(false)
  const isFunding = isOver && funded !== null
  useEffect(() => {
    if (!isFunding) return
    const begin = () => setHasBegun(true)
    const life = new AbortController()
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, begin, { capture: true, signal: life.signal })
    return () => life.abort()
  }, [isFunding])
  useEffect(() => {
    if (!isOver || offered) return
    // A payment that the person has begun does not make way for a call of the site: that one waits, as behind any screen.
    if (isAwaited && !hasBegun) return onEnd()
    if (funded) return
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
  }, [isOver, offered, isAwaited, hasBegun, offer, funded, onEnd])
  if (isOver && funded)
    // One thing is asked at a time: what else there is to offer waits for the next login.
    return (
      <LazyScreen
        load={loadFunding}
        onClose={onEnd}
        props={{ wallet: funded, isOffered: true, onClose: onEnd, onDone: onEnd }}
        title={say('funding.title')}
      />
    )
  return offered ? (
    <OfferScreen offer={offered} onEnd={onEnd} />
  ) : (
    // Who closes the tick wants to go on with the site.
    <Success onClose={onEnd} onEnd={() => setIsOver(true)} onShown={onMade} title={title} />
  )
}
