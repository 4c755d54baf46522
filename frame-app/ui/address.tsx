import { say } from '../words/say.ts'
import styles from './address.module.css'
import { useCopy } from './copy.ts'
import { CheckIcon, CopyIcon } from './icons-later.tsx'
import { shortAddress } from './short-address.ts'

const FULL = { idle: '', copied: styles.quiet, failed: styles.pinned }

/**
 * A wallet address: short, in full on hover, on a keyboard's focus and for a screen reader, copied by a press. "Copied" stands
 * where the address stood, in the room that both need: nothing moves and nothing is covered.
 */
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
        <span className={styles.text} title={address}>
          <bdi className={status === 'copied' ? styles.away : undefined} dir="ltr">
            {shortAddress(address)}
          </bdi>
          <span aria-hidden="true" className={status === 'copied' ? styles.copied : styles.away}>
            {say('action.copied')}
          </span>
        </span>
        {status === 'copied' ? <CheckIcon /> : <CopyIcon />}
      </button>
      <span aria-hidden={status !== 'failed'} className={`${styles.full} ${FULL[status] ?? ''}`} dir="ltr">
        {address}
      </span>
      <span className={styles.hint} role="status">
        {status === 'failed' ? say('address.copyFailed') : ''}
      </span>
      <span className={styles.spoken} role="status">
        {status === 'copied' ? say('action.copied') : ''}
      </span>
    </span>
  )
}
