import { useId } from 'react'
import { Problem } from '../ui/problem.tsx'
import styles from './passcode-field.module.css'

export interface PasscodeFieldProps {
  readonly label: string
  readonly value: string
  /** `new-password` lets a password manager offer one, `current-password` fill the one it keeps. */
  readonly autoComplete: 'new-password' | 'current-password'
  readonly isBusy: boolean
  readonly isFirst: boolean
  /** What is wrong with it. */
  readonly problem: string | undefined
  /** What it must be. */
  readonly hint?: string
  onChange(value: string): void
}

/** One passcode. It never leaves the wallet origin; the field's own name is above it. */
export function PasscodeField(props: PasscodeFieldProps) {
  const { label, value, autoComplete, isBusy, isFirst, problem, hint, onChange } = props
  const id = useId()
  const noteId = `${id}note`
  return (
    <div className={styles.group}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        aria-describedby={problem || hint ? noteId : undefined}
        aria-invalid={problem !== undefined}
        autoCapitalize="none"
        autoComplete={autoComplete}
        className={styles.input}
        data-autofocus={isFirst || undefined}
        enterKeyHint="go"
        id={id}
        maxLength={128}
        onChange={event => onChange(event.target.value)}
        readOnly={isBusy}
        spellCheck={false}
        type="password"
        value={value}
      />
      {problem !== undefined ? (
        <Problem id={noteId}>{problem}</Problem>
      ) : hint ? (
        <p className={styles.hint} id={noteId}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
