import { say } from '../words/say.ts'
import type { Strength } from './strength.ts'
import styles from './strength-bar.module.css'

const WORDS = ['passcode.weak', 'passcode.weak', 'passcode.fair', 'passcode.good', 'passcode.strong'] as const

/** How easily a passcode is guessed: a bar, and the word for it. */
export function StrengthBar({ strength }: { readonly strength: Strength | null }) {
  return (
    <p className={styles.strength} data-strength={strength ?? undefined} role="status">
      <span aria-hidden="true" className={styles.bar}>
        {[1, 2, 3, 4].map(step => (
          <span
            data-full={strength !== null && step <= Math.max(strength, 1) ? true : undefined}
            key={step}
          />
        ))}
      </span>
      {strength === null ? null : say(WORDS[strength])}
    </p>
  )
}
