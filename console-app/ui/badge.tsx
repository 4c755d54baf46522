import styles from './badge.module.css'

/** A state in a word. The word says it; the colour only helps to find it. */
export function Badge({
  children,
  kind = 'plain',
}: {
  children: string
  kind?: 'plain' | 'good' | 'warning' | 'bad' | undefined
}) {
  return <span className={`${styles.badge} ${styles[kind]}`}>{children}</span>
}
