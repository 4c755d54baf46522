import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface LabelledProps {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with what stands in it, and what to do. */
  readonly problem?: string | null | undefined
  /** For the eye it is told by what stands around it. */
  readonly isLabelHidden?: boolean
}

/** What every control has: its name above, its hint and its problem below, tied to it for who cannot see them. */
export function Labelled({
  label,
  hint,
  problem,
  isLabelHidden,
  children,
}: LabelledProps & {
  children(ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }): ReactNode
}) {
  const id = useId()
  const described = describedBy(id, hint, problem)
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? styles.hiddenLabel : styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(problem && { 'aria-invalid': true as const }),
      })}
      <Notes hint={hint} id={id} problem={problem} />
    </div>
  )
}

type InputProps = LabelledProps & Omit<ComponentProps<'input'>, 'className' | 'style' | 'id'>

export function TextField({ label, hint, problem, isLabelHidden = false, ...rest }: InputProps) {
  return (
    <Labelled hint={hint} isLabelHidden={isLabelHidden} label={label} problem={problem}>
      {ids => (
        <input
          autoComplete="off"
          spellCheck={false}
          type="text"
          {...rest}
          {...ids}
          className={styles.input}
        />
      )}
    </Labelled>
  )
}

type AreaProps = LabelledProps & Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id'>

export function TextArea({ label, hint, problem, isLabelHidden = false, ...rest }: AreaProps) {
  return (
    <Labelled hint={hint} isLabelHidden={isLabelHidden} label={label} problem={problem}>
      {ids => <textarea autoComplete="off" spellCheck={false} {...rest} {...ids} className={styles.area} />}
    </Labelled>
  )
}

interface SelectProps extends LabelledProps {
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly disabled?: boolean
  onChange(value: string): void
}

export function Select({
  label,
  hint,
  problem,
  isLabelHidden = false,
  value,
  options,
  disabled,
  onChange,
}: SelectProps) {
  return (
    <Labelled hint={hint} isLabelHidden={isLabelHidden} label={label} problem={problem}>
      {ids => (
        <select
          {...ids}
          className={styles.input}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
          value={value}
        >
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface CheckProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | null | undefined
  readonly isChecked: boolean
  readonly disabled?: boolean | undefined
  onChange(isChecked: boolean): void
}

/** A checkbox with its words beside it; the whole line is pressed. */
export function Check({ label, hint, problem, isChecked, disabled, onChange }: CheckProps) {
  const id = useId()
  const described = describedBy(id, hint, problem)
  return (
    <div className={styles.check}>
      <input
        aria-describedby={described || undefined}
        aria-invalid={problem ? true : undefined}
        checked={isChecked}
        disabled={disabled}
        id={id}
        onChange={({ target }) => onChange(target.checked)}
        type="checkbox"
      />
      <label htmlFor={id}>{label}</label>
      <Notes hint={hint} id={id} problem={problem} />
    </div>
  )
}

/** Ids of what says more of a field: see `Notes`. */
const describedBy = (id: string, hint: LabelledProps['hint'], problem: LabelledProps['problem']): string =>
  [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')

/** What a field is for, and what is wrong with it. */
const Notes = ({ id, hint, problem }: { id: string } & Pick<LabelledProps, 'hint' | 'problem'>) => (
  <>
    {hint ? (
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    ) : null}
    {problem ? (
      <p className={styles.problem} id={`${id}-problem`}>
        {problem}
      </p>
    ) : null}
  </>
)
