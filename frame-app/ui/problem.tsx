import { AlertIcon } from './icons.tsx'
import styles from './problem.module.css'

/** What went wrong and what to do next, spoken at once. Stands beside what caused it. */
export function Problem({ id, children }: { id?: string; children: string }) {
  return (
    <p className={styles.problem} id={id} role="alert">
      <AlertIcon />
      <span>{children}</span>
    </p>
  )
}
