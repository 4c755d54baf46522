import { type HTMLAttributes, useEffect, useLayoutEffect, useRef } from 'react'
import { useVitrine } from './use-vitrine.ts'

export interface VitrineFrameProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  /**
   * What it asks for by itself once the wallet is ready: the login while nobody is logged in, and with `account` the account of who
   * is. Absent: it is only where `login()` and `openAccount()` show what they ask for.
   */
  readonly show?: 'login' | 'account'
}

/**
 * A `<div>` in which the login and the account are shown, instead of above the page (`Vitrine.showInline`). Give it its width; with
 * `show` it has about the height of a login from the first, so that what stands below it does not jump. Unmounted, it
 * dismisses what it shows: a login rejects with `exited_auth_flow`. Of two the one that was mounted last counts.
 */
export function VitrineFrame({ show, style, ...rest }: VitrineFrameProps) {
  const { vitrine, ready, authenticated } = useVitrine()
  const element = useRef<HTMLDivElement>(null)
  const place = useRef<Promise<unknown>>(undefined)

  // Before React takes the element out: taken out with the frame in it, the frame would be loaded anew.
  useLayoutEffect(() => {
    const ending = new AbortController()
    place.current = vitrine?.showInline(element.current as HTMLDivElement, ending).catch(() => {})
    return () => ending.abort()
  }, [vitrine])

  useEffect(() => {
    let asks = ready && show && (!authenticated || show === 'account')
    // How that ends the instance's own events and state tell.
    place.current
      ?.then((): unknown => asks && vitrine?.[authenticated ? 'openAccount' : 'login']())
      .catch(() => {})
    return () => {
      asks = false
    }
  }, [vitrine, ready, authenticated, show])

  return <div {...rest} ref={element} style={{ minHeight: show && 520, ...style }} />
}
