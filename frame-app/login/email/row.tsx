import { typedEmailAddress } from '@vitrine/shared/otp/email-address.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { CodeFlow } from '../../otp/code-flow.ts'
import { MailIcon } from '../../ui/icons.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { ApprovalGuard } from '../../ui/use-approval-guard.ts'
import { useStore } from '../../ui/use-flow.ts'
import type { Failure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import styles from './row.module.css'

export interface EmailRowProps {
  readonly flow: CodeFlow
  readonly isFirst: boolean
  /** The button that opened it is gone, and focus with it. */
  readonly takesFocus?: boolean
  /** Where the address is for more than a login. */
  readonly guard?: ApprovalGuard['button'] | undefined
}

/** An address and its submit in one field. */
export function EmailRow({ flow, isFirst, takesFocus = false, guard }: EmailRowProps) {
  const state = useStore(flow)
  const [text, setText] = useState(state.to)
  const [isInvalid, setIsInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const isSending = state.status === 'sending-code'
  const isToRetry = state.status === 'error' && captchaFailed(state.failure)
  const problem = isInvalid
    ? say('email.invalid')
    : state.status === 'error'
      ? state.failure.message
      : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const parsed = typedEmailAddress(text)
    setIsInvalid(!parsed.success)
    if (parsed.success) flow.send({ type: 'submit-recipient', to: parsed.data })
    else input.current?.focus()
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.field} data-invalid={problem !== undefined}>
        <span className={styles.icon}>
          <MailIcon />
        </span>
        <input
          aria-describedby={problem === undefined ? undefined : problemId}
          aria-invalid={problem !== undefined}
          aria-label={say('email.label')}
          autoCapitalize="none"
          autoComplete="email webauthn"
          autoCorrect="off"
          className={styles.input}
          // biome-ignore lint/a11y/noAutofocus: the press that opened the field is for typing into it
          autoFocus={takesFocus}
          data-autofocus={isFirst || undefined}
          enterKeyHint="go"
          inputMode="email"
          maxLength={254}
          name="email"
          onChange={event => {
            setText(event.target.value)
            setIsInvalid(false)
          }}
          placeholder={say('email.placeholder')}
          readOnly={isSending}
          ref={input}
          spellCheck={false}
          type="email"
          value={text}
        />
        <button
          {...guard}
          aria-busy={isSending || undefined}
          className={styles.submit}
          data-filled={text.trim() !== ''}
          type="submit"
        >
          <span className={isSending ? styles.waiting : undefined}>
            {say(isToRetry ? 'action.tryAgain' : 'action.continue')}
          </span>
          {isSending ? <Spinner /> : null}
        </button>
      </div>
      <span className={styles.status} role="status">
        {isSending ? say('email.sending') : null}
      </span>
      {problem === undefined ? null : <Problem id={problemId}>{problem}</Problem>}
      <NoAnswer
        isWaiting={isSending}
        onOther={() => {
          flow.send({ type: 'back' })
          input.current?.focus()
        }}
      />
    </form>
  )
}

/** Whether a step failed for its captcha: the same press again is then all that a person can do. */
const captchaFailed = ({ code }: Failure): boolean =>
  code === 'invalid_captcha' || code.startsWith('captcha_')
