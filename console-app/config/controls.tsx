import { Check, Select, TextArea, TextField } from '../ui/field.tsx'
import styles from './config.module.css'
import type { Field } from './fields.ts'

export interface ControlProps<Kind extends Field['kind'] = Field['kind']> {
  readonly field: Extract<Field, { kind: Kind }>
  readonly value: unknown
  readonly problem: string | undefined
  /** A command alone changes it, or whoever looks may not. */
  readonly isLocked: boolean
  onChange(value: unknown): void
}

/** The control of one field of the config. A value that it cannot show stays as it is until somebody changes it. */
export function Control({ field, ...rest }: ControlProps) {
  switch (field.kind) {
    case 'switch':
      return <Switch field={field} {...rest} />
    case 'text':
    case 'url':
      return <Text field={field} {...rest} />
    case 'number':
      return <Numeric field={field} {...rest} />
    case 'color':
      return <Color {...rest} hint={field.hint} label={field.label} />
    case 'theme':
      return <Theme field={field} {...rest} />
    case 'lines':
      return <Lines field={field} {...rest} />
    case 'choice':
      return <Choice field={field} {...rest} />
    case 'names':
      return <Names field={field} {...rest} />
  }
}

function Switch({ field, value, problem, isLocked, onChange }: ControlProps<'switch'>) {
  return (
    <Check
      disabled={isLocked}
      hint={field.hint}
      isChecked={value === true}
      label={field.label}
      onChange={onChange}
      problem={problem}
    />
  )
}

function Text({ field, value, problem, isLocked, onChange }: ControlProps<'text' | 'url'>) {
  return (
    <TextField
      disabled={isLocked}
      hint={field.hint}
      inputMode={field.kind === 'url' ? 'url' : 'text'}
      label={field.label}
      onChange={({ target }) => onChange(target.value === '' && !field.isNeeded ? null : target.value)}
      placeholder={field.placeholder ?? ''}
      problem={problem}
      value={typeof value === 'string' ? value : ''}
    />
  )
}

function Numeric({ field, value, problem, isLocked, onChange }: ControlProps<'number'>) {
  return (
    <TextField
      disabled={isLocked}
      hint={field.hint}
      inputMode="numeric"
      label={field.unit ? `${field.label} (${field.unit})` : field.label}
      onChange={({ target: { value: text } }) =>
        // What is no number stays as it is typed, and the check says so.
        onChange(text === '' && !field.isNeeded ? null : /^\d{1,9}$/.test(text) ? Number(text) : text)
      }
      problem={problem}
      value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
    />
  )
}

interface ColorProps extends Omit<ControlProps, 'field'> {
  readonly label: string
  readonly hint?: string | undefined
}

const HEX = /^#[\da-f]{6}$/i

function Color({ label, hint, value, problem, isLocked, onChange }: ColorProps) {
  const text = typeof value === 'string' ? value : ''
  return (
    <div className={styles.color}>
      <TextField
        disabled={isLocked}
        hint={hint}
        label={label}
        maxLength={7}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        placeholder="#1d5f4a"
        problem={problem}
        value={text}
      />
      <input
        aria-label={`Pick: ${label}`}
        className={styles.swatch}
        disabled={isLocked}
        onChange={({ target }) => onChange(target.value)}
        type="color"
        value={HEX.test(text) ? text : '#808080'}
      />
    </div>
  )
}

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'own', label: 'A colour of your own' },
]

function Theme({ field, value, problem, isLocked, onChange }: ControlProps<'theme'>) {
  const isOwn = value !== 'light' && value !== 'dark'
  return (
    <>
      <Select
        disabled={isLocked}
        hint={field.hint}
        label={field.label}
        onChange={choice => onChange(choice === 'own' ? '#f4efe6' : choice)}
        options={THEMES}
        problem={isOwn ? null : problem}
        value={isOwn ? 'own' : value}
      />
      {isOwn ? (
        <Color
          hint="Very light or very dark, so that text can be read on it."
          isLocked={isLocked}
          label="Background"
          onChange={color => onChange(color ?? '')}
          problem={problem}
          value={value}
        />
      ) : null}
    </>
  )
}

function Lines({ field, value, problem, isLocked, onChange }: ControlProps<'lines'>) {
  const lines = Array.isArray(value) ? value.map(String) : []
  return (
    <TextArea
      disabled={isLocked}
      hint={field.hint}
      label={field.label}
      // Lines that are empty stay while somebody types: they go when the field is left.
      onBlur={() => {
        const kept = lines.map(line => line.trim()).filter(Boolean)
        if (kept.join('\n') !== lines.join('\n')) onChange(kept)
      }}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      placeholder={field.placeholder}
      problem={problem}
      rows={Math.min(8, Math.max(3, lines.length + 1))}
      value={lines.join('\n')}
    />
  )
}

function Choice({ field, value, problem, isLocked, onChange }: ControlProps<'choice'>) {
  return (
    <Select
      disabled={isLocked}
      hint={field.hint}
      label={field.label}
      onChange={chosen => onChange(chosen === '' ? (field.isLeftOut ? undefined : null) : chosen)}
      options={field.options.map(option => ({ value: option.value ?? '', label: option.label }))}
      problem={problem}
      value={typeof value === 'string' ? value : ''}
    />
  )
}

function Names({ field, value, problem, isLocked, onChange }: ControlProps<'names'>) {
  const names: readonly unknown[] = Array.isArray(value) ? value : []
  const known = field.options.map(option => option.value)
  return (
    <fieldset className={styles.names} disabled={isLocked}>
      <legend>{field.label}</legend>
      {field.options.map(option => (
        <Check
          isChecked={names.includes(option.value)}
          key={option.value}
          label={option.label}
          onChange={isOn => {
            const next = isOn ? [...names, option.value] : names.filter(name => name !== option.value)
            const place = (name: unknown) => known.indexOf(String(name))
            onChange([...next].sort((one, other) => place(one) - place(other)))
          }}
        />
      ))}
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  )
}
