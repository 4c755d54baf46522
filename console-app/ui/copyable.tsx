import { useState } from 'react'
import { CheckIcon, CopyIcon } from './icons.tsx'
import styles from './text.module.css'

/** A name for machines, whole, with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      // Without the right to the clipboard the text is there to be marked.
      () => setState('failed'),
    )
  }
  return (
    <span className={styles.copyable}>
      <code className={styles.code}>{text}</code>
      <button
        aria-label={`Copy ${label}`}
        className={styles.copy}
        onBlur={() => setState('idle')}
        onClick={copy}
        title={`Copy ${label}`}
        type="button"
      >
        {state === 'copied' ? <CheckIcon /> : <CopyIcon />}
      </button>
      <span className={styles.told} role="status">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Select the text and copy it' : ''}
      </span>
    </span>
  )
}

/** Text for machines that may be long: its beginning and its end; all of it on hover. */
export function Short({ text }: { text: string }) {
  const short = text.length > 20 ? `${text.slice(0, 8)}…${text.slice(-6)}` : text
  return (
    <code className={styles.code} title={text}>
      {short}
    </code>
  )
}
