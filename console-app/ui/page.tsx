import { type ReactNode, useEffect } from 'react'
import { useRouter } from '../router/link.tsx'
import styles from './page.module.css'

interface PageProps {
  readonly title: string
  readonly sentence?: ReactNode
  /** What a click away leads up to. */
  readonly trail?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** All of the width, for what stands beside each other. */
  readonly isWide?: boolean
}

/** A screen: its heading, what one can do here, and what there is. */
export function Page({ title, sentence, trail, actions, children, isWide = false }: PageProps) {
  const router = useRouter()
  useEffect(() => router.setTitle(title), [router, title])
  return (
    <div className={`${styles.page} ${isWide ? styles.wide : ''}`}>
      <header className={styles.head}>
        <div className={styles.heading}>
          {trail ? <div className={styles.trail}>{trail}</div> : null}
          <h1>{title}</h1>
          {sentence ? <p className={styles.sentence}>{sentence}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}

/** Things that belong together, under a heading of their own. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={styles.panel}>
      <header className={styles.panelHead}>
        <h2>{title}</h2>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      {children}
    </section>
  )
}
