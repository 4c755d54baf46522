import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRoute } from '../router/link.tsx'
import { hrefOf } from '../router/route.ts'
import { MenuIcon } from '../ui/icons.tsx'
import { Nav } from './nav.tsx'
import { SessionWatch } from './session-watch.tsx'
import styles from './shell.module.css'

/** What stands around every screen: the way between them, and what becomes of the session. */
export function Shell({ children }: { children: ReactNode }) {
  const route = useRoute()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(hrefOf(route))
  const [isOpen, setIsOpen] = useState(false)
  const href = hrefOf(route)

  useEffect(() => {
    if (shown.current === href) return
    shown.current = href
    setIsOpen(false)
    // Who came by a link has it no more: the new screen is where they go on.
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [href])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      const search = document.querySelector<HTMLElement>('[data-search]')
      if (!search || document.querySelector('dialog[open]')) return
      event.preventDefault()
      search.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div className={styles.shell}>
      <button className={styles.skip} onClick={() => main.current?.focus()} type="button">
        Skip to content
      </button>
      <header className={styles.bar}>
        <span className={styles.barName}>Vitrine console</span>
        <button
          aria-controls="nav"
          aria-expanded={isOpen}
          className={styles.menu}
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          <MenuIcon />
          <span>Menu</span>
        </button>
      </header>
      <aside
        aria-label="Screens and account"
        className={`${styles.side} ${isOpen ? styles.open : ''}`}
        id="nav"
      >
        <Nav />
      </aside>
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        <SessionWatch />
        {children}
      </main>
    </div>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
