import { AlertIcon } from '../../ui/icons.tsx'
import { say } from '../../words/say.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './warnings.module.css'

/** Dangers in words, before all else: no size of screen may leave them below the fold. */
export function Warnings({ dangers }: { dangers: readonly string[] }) {
  if (dangers.length === 0) return null
  return (
    <ul aria-label={say('danger.label')} className={styles.warnings}>
      {dangers.map(danger => (
        <li className={styles.warning} key={danger}>
          <AlertIcon />
          <span>
            <MarkedText text={danger} />
          </span>
        </li>
      ))}
    </ul>
  )
}
