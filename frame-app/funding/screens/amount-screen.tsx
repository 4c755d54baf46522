import type { FundingOption } from '@vitrine/shared/funding/options.ts'
import { type FormEvent, useId, useState } from 'react'
import { centsOf, dollars } from '../../approval/explain/numbers.ts'
import { decimalMark, readAmount, typedAmount } from '../../send/amount.ts'
import field from '../../send/send.module.css'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { say } from '../../words/say.ts'
import { type KnownRequest, told } from '../asset.ts'
import styles from './funding.module.css'
import { nameOf } from './name-method.ts'
import { presetsOf } from './presets.ts'
import { useHolding } from './use-holding.ts'

export interface AmountScreenProps {
  readonly request: KnownRequest
  readonly option: FundingOption
  /** To begin with; `null`: the person says how much. */
  readonly first: bigint | null
  /** @param amount smallest units, more than zero */
  onAmount(amount: bigint): void
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** How much is brought: typed, or one of what is suggested, with its worth where there is a price. */
export function AmountScreen({ request, option, first, onAmount, onBack, onClose }: AmountScreenProps) {
  const { symbol, decimals } = request.asset
  const [text, setText] = useState(first === null ? '' : typedAmount(first, decimals))
  const [isAsked, setIsAsked] = useState(false)
  const id = useId()
  const noteId = `${id}note`
  const holding = useHolding(request)
  const price = holding?.price ?? null
  const read = readAmount(text, decimals)
  const value = read.kind === 'amount' ? read.value : null
  const problem = problemOf(read, request, isAsked)
  const cents = price && value ? centsOf(value, decimals, price) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
    if (value) onAmount(value)
  }
  return (
    <Screen onBack={onBack} onClose={onClose} sentence={nameOf(option)} title={say('funding.howMuch')}>
      <form className={field.form} noValidate onSubmit={submit}>
        <div className={field.group}>
          <label className={field.label} htmlFor={id}>
            {say('send.amount')}
          </label>
          <div className={field.amount} data-invalid={problem !== null}>
            <input
              aria-describedby={noteId}
              aria-invalid={problem !== null}
              autoComplete="off"
              className={field.number}
              data-autofocus
              dir="ltr"
              enterKeyHint="done"
              id={id}
              inputMode="decimal"
              maxLength={90}
              onChange={event => setText(event.target.value)}
              placeholder={`0${decimalMark()}0`}
              spellCheck={false}
              type="text"
              value={text}
            />
            <span className={styles.unit}>
              <bdi className={field.symbol}>{symbol}</bdi>
            </span>
          </div>
          <div className={field.notes} id={noteId}>
            {problem === null ? null : <Problem>{problem}</Problem>}
            {cents === null ? null : (
              <p className={field.note}>
                <bdi dir="ltr">{`≈ ${dollars(cents, true)}`}</bdi>
              </p>
            )}
          </div>
        </div>
        <fieldset className={styles.presets}>
          <legend className={styles.legend}>{say('funding.presets')}</legend>
          {presetsOf(request, price).map(({ label, value: preset }) => (
            <button
              aria-pressed={preset === value}
              className={styles.preset}
              key={label}
              onClick={() => setText(typedAmount(preset, decimals))}
              type="button"
            >
              <bdi dir="ltr">{label}</bdi>
            </button>
          ))}
        </fieldset>
        {holding?.amount == null ? null : (
          <p className={field.note}>{say('funding.have', { amount: told(holding.amount, request) })}</p>
        )}
        <Button type="submit">{say('action.continue')}</Button>
      </form>
    </Screen>
  )
}

function problemOf(
  read: ReturnType<typeof readAmount>,
  { asset: { symbol, decimals } }: KnownRequest,
  isAsked: boolean,
): string | null {
  if (read.kind === 'empty') return isAsked ? say('send.problem.missing') : null
  if (read.kind === 'amount') return read.value === 0n && isAsked ? say('send.problem.zero') : null
  switch (read.problem) {
    case 'unreadable':
      return say('send.problem.unreadable')
    case 'grouped':
      return say('send.problem.grouped')
    case 'too-precise':
      return say('send.problem.tooPrecise', { symbol, count: decimals })
    case 'too-large':
      return say('send.problem.tooLarge')
  }
}
