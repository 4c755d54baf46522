import { useState, useSyncExternalStore } from 'react'
import { lazily } from '../core/lazy.ts'
import { createStore } from '../core/store.ts'
import type { Provider } from './provider.ts'
import styles from './provider-logo.module.css'

type Logos = typeof import('./oauth-logos.tsx').LOGOS

/** Their drawings come after the landing: a row has its place for one, and its name beside it. */
const logos = createStore<Logos | null>(null)
const bringLogos = lazily(async () => logos.set((await import('./oauth-logos.tsx')).LOGOS))

/** A provider's mark in its own colours. Its name stands beside it, so it is decoration for a screen reader. */
export function ProviderLogo({ provider: { id, name, icon } }: { provider: Provider }) {
  const drawn = useSyncExternalStore(logos.subscribe, logos.get)
  const [isBroken, setIsBroken] = useState(false)
  if (icon !== null && !isBroken)
    return <img alt="" className={styles.logo} onError={() => setIsBroken(true)} src={icon} />
  const Logo = drawn?.[id as keyof Logos]
  if (Logo) return <Logo />
  // Without a connection nobody misses it.
  if (!drawn) bringLogos().catch(() => {})
  return (
    <span aria-hidden="true" className={styles.logo}>
      {drawn ? [...name.trim()][0]?.toLocaleUpperCase() : null}
    </span>
  )
}
