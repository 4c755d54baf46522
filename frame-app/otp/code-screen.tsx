import { CODE_LENGTH } from '@vitrine/shared/otp/code.ts'
import { type ReactNode, type RefCallback, useEffect, useId, useRef, useState } from 'react'
import { Button, LinkButton } from '../ui/button.tsx'
import { CodeInput } from '../ui/code-input.tsx'
import { NoAnswer } from '../ui/no-answer.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useStore } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import type { CodeFlow } from './code-flow.ts'
import styles from './code-screen.module.css'
import { isFinal, type OtpState } from './otp-flow.ts'
import { ResendCode } from './resend-code.tsx'

export interface CodeScreenProps {
  readonly flow: CodeFlow
  readonly title: string
  /** Where the code went. */
  readonly sentence: ReactNode
  /** The button that leads back where trying again leads nowhere, e.g. "Use another address". */
  readonly otherRecipient: string
  /** Leads to where the code is read, if it is known. */
  readonly mailbox?: string | null
  /** Of a code that has to be in sight for a while; see `guarded-code-screen.tsx`. */
  readonly guard?: {
    readonly watched: RefCallback<HTMLElement>
    readonly note: ReactNode
    /** The code is no more the one that was submitted. */
    onChange(): void
  }
  /** `false`: the code is not sent, but made where the person reads it. */
  readonly isSent?: boolean
  /** Under all else, where there is another way. */
  readonly another?: ReactNode
  onClose(): void
}

/** Waits for the code that was sent. The sixth digit submits. */
export function CodeScreen(props: CodeScreenProps) {
  const { flow, title, sentence, otherRecipient, mailbox = null, guard, isSent = true, onClose } = props
  const state = useStore(flow)
  const [digits, setDigits] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const problem = problemOf(state)
  const isChecking = state.status === 'submitting-code' || state.status === 'done'

  // A refused code is of no more use: the next one can be typed at once.
  const wasRefused = state.status === 'awaiting-code-input' && state.rejected !== null
  useEffect(() => {
    if (!wasRefused) return
    setDigits('')
    input.current?.focus()
  }, [wasRefused, state.attempt])

  const type = (next: string) => {
    setDigits(next)
    guard?.onChange()
    if (next.length === CODE_LENGTH && next !== digits) flow.send({ type: 'submit-code', code: next })
  }

  return (
    <Screen
      onBack={isChecking ? undefined : () => flow.send({ type: 'back' })}
      onClose={onClose}
      sentence={sentence}
      status={statusOf(state)}
      title={title}
    >
      <CodeInput
        input={input}
        isBusy={isChecking}
        onChange={type}
        problemId={problem === undefined ? undefined : problemId}
        value={digits}
      />
      {problem === undefined ? null : <Problem id={problemId}>{problem}</Problem>}
      <div className={styles.next} ref={guard?.watched}>
        {state.status === 'error' ? (
          <Button onClick={() => flow.send({ type: 'retry' })}>
            {isFinal(state.failure) ? otherRecipient : say('action.tryAgain')}
          </Button>
        ) : isChecking ? (
          <p className={styles.checking}>
            <span aria-hidden="true" className={styles.ring} />
            {say('code.checking')}
          </p>
        ) : (
          <>
            {mailbox === null ? null : (
              <LinkButton href={mailbox} look="plain">
                {say('code.openMail')}
                <span className={styles.hidden}> {say('login.opensInNewTab')}</span>
              </LinkButton>
            )}
            {isSent ? <ResendCode flow={flow} /> : null}
          </>
        )}
        <NoAnswer isWaiting={state.status === 'sending-code'} onOther={() => flow.send({ type: 'back' })} />
        {guard?.note}
        {isChecking ? null : props.another}
      </div>
    </Screen>
  )
}

function problemOf(state: OtpState<unknown>): string | undefined {
  if (state.status === 'awaiting-code-input') return state.rejected?.message
  return state.status === 'error' ? state.failure.message : undefined
}

function statusOf({ status }: OtpState<unknown>): string | undefined {
  if (status === 'sending-code') return say('code.resending')
  return status === 'submitting-code' ? say('code.checking') : undefined
}
