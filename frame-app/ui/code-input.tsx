import { CODE_LENGTH } from '@vitrine/shared/otp/code.ts'
import { type RefObject, useState } from 'react'
import { say } from '../words/say.ts'
import { codeDigits } from './code-digits.ts'
import styles from './code-input.module.css'

const CELLS = Array.from({ length: CODE_LENGTH }, (_, index) => index)

export interface CodeInputProps {
  readonly value: string
  readonly input: RefObject<HTMLInputElement | null>
  readonly isBusy: boolean
  /** Id of the message that says why the last code was refused. */
  readonly problemId: string | undefined
  onChange(digits: string): void
}

/** One real input, so that pasting, autofill and screen readers work; the six cells over it are only drawn. */
export function CodeInput({ value, input, isBusy, problemId, onChange }: CodeInputProps) {
  const [hasFocus, setHasFocus] = useState(false)
  const caret = hasFocus && !isBusy ? Math.min(value.length, CODE_LENGTH - 1) : -1
  return (
    <div className={styles.field} dir="ltr">
      <input
        aria-describedby={problemId}
        aria-invalid={problemId !== undefined}
        aria-label={say('code.label')}
        autoComplete="one-time-code"
        className={styles.input}
        data-autofocus
        inputMode="numeric"
        onBlur={() => setHasFocus(false)}
        onChange={event => onChange(codeDigits(event.target.value))}
        onFocus={() => setHasFocus(true)}
        pattern="[0-9]*"
        readOnly={isBusy}
        ref={input}
        type="text"
        value={value}
      />
      <div aria-hidden="true" className={styles.cells}>
        {CELLS.map(index => (
          <span
            className={styles.cell}
            data-caret={index === caret}
            data-invalid={problemId !== undefined}
            key={index}
          >
            {value[index]}
          </span>
        ))}
      </div>
    </div>
  )
}
