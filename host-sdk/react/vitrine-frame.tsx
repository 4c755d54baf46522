import { type HTMLAttributes, useEffect, useLayoutEffect, useRef } from 'react'
import type { LoginOptions } from '../index.ts'
import { useVitrine } from './use-vitrine.ts'

export interface VitrineFrameProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  /**
   * What it asks for by itself once the wallet is ready: the login while nobody is logged in, and with `account` the account of who
   * is. Absent: it is only where `login()` and `openAccount()` show what they ask for.
   */
  readonly show?: 'login' | 'account'
  /** Of the login that it asks for. */
  readonly loginOptions?: LoginOptions | undefined
}

/** px. About that of a login, so that what stands below it does not jump. */
const LEAST_HEIGHT = 520

/** React 18 warns of layout effects on a server. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * A `<div>` in which the login and the account are shown, instead of above the page (`Vitrine.showInline`). Give it its width.
 * Unmounted, it dismisses what it shows: a login rejects with `exited_auth_flow`. Of two the one that was mounted last counts.
 */
export function VitrineFrame({ show, loginOptions, style, ...rest }: VitrineFrameProps) {
  const { vitrine, ready, authenticated } = useVitrine()
  const element = useRef<HTMLDivElement>(null)
  const placed = useRef<Promise<void>>(undefined)
  const options = useRef(loginOptions)

  // Before React takes the element out: taken out with the frame in it, the frame would be loaded anew.
  useBeforePaint(() => {
    if (!vitrine || !element.current) return
    const { signal, end } = endable()
    placed.current = vitrine.showInline(element.current, { signal })
    placed.current.catch(() => {})
    return end
  }, [vitrine])

  useEffect(() => {
    options.current = loginOptions
  })
  useEffect(() => {
    if (!vitrine || !ready || !show || (authenticated && show === 'login')) return
    const { signal, end } = endable()
    const ask = async () => {
      if (signal.aborted) return
      await (authenticated ? vitrine.openAccount() : vitrine.login(options.current))
    }
    // How it ends the instance's own events and state tell.
    placed.current?.then(ask).catch(() => {})
    return end
  }, [vitrine, ready, authenticated, show])

  return <div {...rest} ref={element} style={{ minHeight: show && LEAST_HEIGHT, ...style }} />
}

function endable() {
  const controller = new AbortController()
  return { signal: controller.signal, end: () => controller.abort() }
}
