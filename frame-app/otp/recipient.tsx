import styles from './code-screen.module.css'

/** Where a code went, in a sentence. */
export function Recipient({ children }: { children: string }) {
  return <bdi className={styles.recipient}>{children}</bdi>
}
