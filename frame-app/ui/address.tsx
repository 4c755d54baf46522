import { say } from '../words/say.ts'
import styles from './address.module.css'
import { useCopy } from './copy.ts'
import { CheckIcon, CopyIcon } from './icons-later.tsx'

/** First 5 … last 4 (contract §9, "Display"). */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 5)}…${address.slice(-4)}`
}

/** A wallet address: short, in full on hover and focus and for a screen reader, copied by a press. */
export function Address({ address }: { address: string }) {
  const [status, copy] = useCopy(address)
  return (
    <span className={styles.address}>
      <button
        aria-label={say('address.copy', { short: shortAddress(address), address })}
        className={styles.short}
        onClick={copy}
        type="button"
      >
        <bdi dir="ltr">{shortAddress(address)}</bdi>
        {status === 'copied' ? <CheckIcon /> : <CopyIcon />}
      </button>
      <span
        aria-hidden={status !== 'failed'}
        className={status === 'failed' ? `${styles.full} ${styles.pinned}` : styles.full}
        dir="ltr"
      >
        {address}
      </span>
      <span className={styles.hint} role="status">
        {status === 'copied' ? say('action.copied') : status === 'failed' ? say('address.copyFailed') : ''}
      </span>
    </span>
  )
}
