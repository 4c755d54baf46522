import { say } from '../../words/say.ts'
import { readableParts } from '../readable-text.ts'
import styles from './message-box.module.css'

/** Plain text in which every hidden character is a mark with its code point. */
export function MarkedText({ text }: { text: string }) {
  return readableParts(text).map(part =>
    part.kind === 'text' ? (
      <span key={part.at}>{part.text}</span>
    ) : (
      <span
        aria-label={say('sign.hiddenCharacter', { codePoint: part.codePoint })}
        className={styles.mark}
        dir="ltr"
        key={part.at}
        role="img"
      >
        {part.codePoint}
      </span>
    ),
  )
}
