import { useId, useState } from 'react'
import { say } from '../../words/say.ts'
import type { ApprovalView } from '../view/approval-view.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './message-box.module.css'

/** Beyond this many characters or lines not everything is in view at once, and the box says so. */
const ROOMY = { characters: 420, lines: 9 }

/** What is signed, as plain text; the exact bytes are one press away. */
export function MessageBox({
  message: { text, hex, isData },
}: {
  message: NonNullable<ApprovalView['message']>
}) {
  const [showsRaw, setShowsRaw] = useState(text === null)
  const labelId = useId()
  const isShort = text === null || isShortText(text)
  return (
    <div className={styles.message}>
      <div className={styles.head}>
        <span className={styles.label} id={labelId}>
          {say(isData ? 'sign.data' : 'sign.message')}
        </span>
        {text === null ? null : (
          <button
            aria-expanded={showsRaw}
            className={styles.toggle}
            onClick={() => setShowsRaw(!showsRaw)}
            type="button"
          >
            {say(showsRaw ? 'sign.hideRaw' : 'sign.showRaw')}
          </button>
        )}
      </div>
      {text === null ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key (WCAG 2.1.1)
        <section aria-labelledby={labelId} className={styles.box} tabIndex={0}>
          {text === '' ? <em className={styles.empty}>{say('sign.empty')}</em> : <MarkedText text={text} />}
        </section>
      )}
      {showsRaw ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        <section aria-labelledby={labelId} className={`${styles.box} ${styles.raw}`} dir="ltr" tabIndex={0}>
          {hex}
        </section>
      ) : null}
      {isShort ? null : (
        <p className={styles.size}>{say('sign.size', { characters: [...(text ?? '')].length })}</p>
      )}
    </div>
  )
}

function isShortText(text: string): boolean {
  return text.length <= ROOMY.characters && text.split('\n').length <= ROOMY.lines
}
