import { useId } from 'react'
import { centsOf, dollars } from '../approval/explain/numbers.ts'
import type { Holding } from '../portfolio/ports.ts'
import { Problem } from '../ui/problem.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { say } from '../words/say.ts'
import { decimalMark } from './amount.ts'
import styles from './send.module.css'

export interface AmountFieldProps {
  readonly text: string
  /** Smallest units of what is typed; `null`: it is no amount yet. */
  readonly value: bigint | null
  readonly holding: Holding
  /** Ready words. */
  readonly problem: string | null
  /** All of it is asked for, and the fee is being read. */
  readonly isMeasuring: boolean
  /** What is filled in is all of it but the fee. */
  readonly isLessFee: boolean
  onType(text: string): void
  onMax(): void
}

/** How much, with its worth beside it where there is a price. */
export function AmountField(props: AmountFieldProps) {
  const { text, value, holding, problem, isMeasuring, isLessFee, onType, onMax } = props
  const id = useId()
  const noteId = `${id}note`
  const { symbol, price, decimals } = holding
  const cents = price !== null && value !== null && value > 0n ? centsOf(value, decimals, price) : null
  return (
    <div className={styles.group}>
      <label className={styles.label} htmlFor={id}>
        {say('send.amount')}
      </label>
      <div className={styles.amount} data-invalid={problem !== null}>
        <input
          aria-describedby={noteId}
          aria-invalid={problem !== null}
          autoComplete="off"
          className={styles.number}
          dir="ltr"
          enterKeyHint="done"
          id={id}
          inputMode="decimal"
          maxLength={90}
          onChange={event => onType(event.target.value)}
          placeholder={`0${decimalMark()}0`}
          spellCheck={false}
          type="text"
          value={text}
        />
        <bdi className={styles.symbol}>{symbol}</bdi>
        <button
          aria-busy={isMeasuring || undefined}
          className={styles.max}
          disabled={holding.amount === null}
          onClick={onMax}
          type="button"
        >
          <span className={isMeasuring ? styles.unseen : undefined}>{say('send.max')}</span>
          {isMeasuring ? <Spinner /> : null}
        </button>
      </div>
      <div className={styles.notes} id={noteId}>
        {problem === null ? null : <Problem>{problem}</Problem>}
        {problem === null && isLessFee ? <p className={styles.note}>{say('send.lessFee')}</p> : null}
        {cents !== null ? (
          <p className={styles.note}>
            <bdi dir="ltr">{`≈ ${dollars(cents, true)}`}</bdi>
          </p>
        ) : null}
      </div>
    </div>
  )
}
