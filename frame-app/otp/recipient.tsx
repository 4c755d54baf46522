import styles from './code-screen.module.css'

/** Where a code went, in a sentence. */
export function Recipient({ children }: { children: string }) {
  return (
    <bdi className={styles.recipient} dir={directionOf(children)}>
      {children}
    </bdi>
  )
}

/** How an address reads: a number has no letter that says so, and would have its plus at the end in Arabic. */
export const directionOf = (address: string): 'ltr' | 'auto' => (address.startsWith('+') ? 'ltr' : 'auto')
