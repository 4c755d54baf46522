import { useId, useState } from 'react'
import { AlertIcon } from '../../ui/icons.tsx'
import { say } from '../../words/say.ts'
import type { Danger } from '../explain/danger.ts'
import { Told } from './told.tsx'
import styles from './warnings.module.css'

/** So many red reasons stand there at once; of amber ones, where there is no red one, the first alone. */
const SHOWN = { red: 2, amber: 1 } as const

export interface WarningsProps {
  /** Most severe first. */
  readonly dangers: readonly Danger[]
}

/**
 * Dangers in words, before all else: no size of screen may leave them below the fold. One line says why, the rest is one press
 * away. A red one that is folded has not been in sight.
 */
export function Warnings({ dangers }: WarningsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const [worst] = dangers
  if (!worst) return null
  const folded = foldedOf(dangers)
  const shown = isOpen ? dangers : dangers.filter(it => !folded.includes(it))
  const hidesRed = !isOpen && folded.some(({ level }) => level === 'red')
  return (
    <div className={styles.warnings} data-level={worst.level}>
      <ul aria-label={say('danger.label')} className={styles.list} id={id}>
        {shown.map(({ text }) => (
          <li className={styles.warning} data-critical key={text}>
            <AlertIcon />
            <span>
              <Told text={text} />
            </span>
          </li>
        ))}
      </ul>
      {folded.length === 0 ? null : (
        <button
          aria-controls={id}
          aria-expanded={isOpen}
          className={styles.more}
          data-critical={hidesRed ? 'folded' : undefined}
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          {isOpen
            ? say('danger.fewer')
            : folded.length === 1
              ? say('danger.oneMore')
              : say('danger.more', { count: folded.length })}
        </button>
      )}
    </div>
  )
}

/** Those that do not stand there at once. */
function foldedOf(dangers: readonly Danger[]): readonly Danger[] {
  const red = dangers.filter(({ level }) => level === 'red')
  const amber = dangers.filter(({ level }) => level === 'amber')
  return [...red.slice(SHOWN.red), ...amber.slice(red.length > 0 ? 0 : SHOWN.amber)]
}
