import { type FormEvent, useEffect, useRef, useState } from 'react'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import styles from './passcode-field.module.css'
import { PasscodeField } from './passcode-field.tsx'
import { MIN_PASSCODE_LENGTH, type PasscodeProblem, passcodeProblem } from './passcode-problem.ts'
import { MIN_STRENGTH } from './strength.ts'
import { StrengthBar } from './strength-bar.tsx'
import { usePasscodeStrength } from './use-strength.ts'

export interface NewPasscodeProps {
  readonly isBusy: boolean
  /** Something opens the wallet on a new device already, and no longer will. */
  readonly isChange?: boolean
  /** Why the last one could not be set. */
  readonly failure: string | undefined
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  readonly onClose: (() => void) | null
  onSubmit(passcode: string): void
}

/** Asks for a passcode that the person chooses, twice. */
export function NewPasscode({
  isBusy: isSetting,
  isChange = false,
  failure,
  onBack,
  onClose,
  onSubmit,
}: NewPasscodeProps) {
  const [passcode, setPasscode] = useState('')
  const [repeated, setRepeated] = useState('')
  const [shown, setShown] = useState<{ readonly kind: PasscodeProblem | null } | null>(null)
  const [isJudging, setIsJudging] = useState(false)
  const { strength, judge } = usePasscodeStrength(passcode)
  const isBusy = isSetting || isJudging
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (shown) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [shown])

  const findProblem = async (): Promise<PasscodeProblem | null> => {
    const problem = passcodeProblem(passcode, repeated)
    if (problem === 'too-short') return problem
    const judged = await judge()
    return judged !== null && judged < MIN_STRENGTH ? 'too-weak' : problem
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsJudging(true)
    const kind = await findProblem()
    setIsJudging(false)
    // A new object: the same problem once more takes the focus once more.
    setShown(kind && { kind })
    if (kind === null) onSubmit(passcode)
  }
  const field = { isBusy, autoComplete: 'new-password' } as const
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say(isChange ? 'passcode.changeSentence' : 'passcode.sentence')}
      status={isSetting ? say('passcode.setting') : undefined}
      title={say('passcode.title')}
    >
      <form className={styles.form} noValidate onSubmit={submit} ref={form}>
        <PasscodeField
          {...field}
          hint={say('passcode.rule', { count: MIN_PASSCODE_LENGTH })}
          isFirst
          label={say('passcode.label')}
          onChange={setPasscode}
          problem={problemOf(shown?.kind)}
          value={passcode}
        />
        <StrengthBar strength={strength} />
        <PasscodeField
          {...field}
          isFirst={false}
          label={say('passcode.repeat')}
          onChange={setRepeated}
          problem={shown?.kind === 'unconfirmed' ? say('passcode.unconfirmed') : undefined}
          value={repeated}
        />
        {failure !== undefined && shown === null ? <Problem>{failure}</Problem> : null}
        <GuardedButton guards="passcode" isBusy={isBusy} type="submit">
          {say('passcode.set')}
        </GuardedButton>
      </form>
    </Screen>
  )
}

function problemOf(kind: PasscodeProblem | null | undefined): string | undefined {
  if (kind === 'too-short') return say('passcode.tooShort', { count: MIN_PASSCODE_LENGTH })
  return kind === 'too-weak' ? say('passcode.tooWeak') : undefined
}
