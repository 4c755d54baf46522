import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { startTask } from '../core/task.ts'
import { codeFailure } from '../otp/code-failure.ts'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import type { Failure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './mfa.module.css'
import { verifyMfaCode } from './mfa-api.ts'

export interface ProveByRecoveryCodeProps {
  onProven(token: string): void
  onRefused(failure: Failure): void
  onAnother(): void
  onClose(): void
}

/** One of the codes that a person has saved for when they lose the rest. */
export function ProveByRecoveryCode({ onProven, onRefused, onAnother, onClose }: ProveByRecoveryCodeProps) {
  const { calls } = useKernel().operations
  const [state, flow] = useFlow(() =>
    startTask((code: string, signal) => verifyMfaCode(calls, 'recovery_code', code, signal), codeFailure),
  )
  const [text, setText] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const isBusy = state.status === 'busy' || state.status === 'done'
  const told = useRef({ onProven, onRefused })
  told.current = { onProven, onRefused }
  useEffect(() => {
    if (state.status === 'done') told.current.onProven(state.result)
    if (state.status !== 'failed') return
    told.current.onRefused(state.failure)
    input.current?.focus()
  }, [state])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = text.trim()
    setIsEmpty(code === '')
    if (code === '') input.current?.focus()
    else if (!isBusy) flow.send({ type: 'start', argument: code })
  }
  const problem = isEmpty
    ? say('mfa.recoveryEmpty')
    : state.status === 'failed'
      ? state.failure.message
      : undefined
  return (
    <Screen
      onBack={isBusy ? undefined : onAnother}
      onClose={onClose}
      sentence={say('mfa.recoverySentence')}
      status={isBusy ? say('code.checking') : undefined}
      title={say('mfa.title')}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <input
          aria-describedby={problem === undefined ? undefined : problemId}
          aria-invalid={problem !== undefined}
          aria-label={say('mfa.recovery')}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          className={styles.input}
          data-autofocus
          dir="ltr"
          enterKeyHint="go"
          maxLength={64}
          onChange={event => {
            setText(event.target.value)
            setIsEmpty(false)
          }}
          readOnly={isBusy}
          ref={input}
          spellCheck={false}
          type="text"
          value={text}
        />
        {problem === undefined ? null : <Problem id={problemId}>{problem}</Problem>}
        <GuardedButton guards="mfa recovery code" isBusy={isBusy} type="submit">
          {say('mfa.confirm')}
        </GuardedButton>
        <Button look="quiet" onClick={onAnother}>
          {say('mfa.another')}
        </Button>
      </form>
    </Screen>
  )
}
