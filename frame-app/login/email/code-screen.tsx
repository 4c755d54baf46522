import { CODE_LENGTH } from '@vitrine/shared/login/email.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from '../../flow/use-flow.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'
import styles from './code-screen.module.css'
import type { EmailFlow, EmailState } from './flow.ts'
import { ResendCode } from './resend-code.tsx'

/** Waits for the code that was sent. The sixth digit submits. */
export function CodeScreen({ flow, onClose }: { flow: EmailFlow; onClose: () => void }) {
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
    if (next.length === CODE_LENGTH && next !== digits) flow.send({ type: 'submit-code', code: next })
  }

  return (
    <Screen
      onBack={isChecking ? undefined : () => flow.send({ type: 'back' })}
      onClose={onClose}
      sentence={
        <Phrase of="code.sentence" values={{ address: <bdi className={styles.address}>{state.to}</bdi> }} />
      }
      status={statusOf(state)}
      title={say('code.title')}
    >
      <CodeInput
        input={input}
        isBusy={isChecking}
        onChange={type}
        problemId={problem === undefined ? undefined : problemId}
        value={digits}
      />
      {problem === undefined ? null : <Problem id={problemId}>{problem}</Problem>}
      <div className={styles.next}>
        {state.status === 'error' ? (
          <Button onClick={() => flow.send({ type: 'retry' })}>{say('action.tryAgain')}</Button>
        ) : isChecking ? (
          <p className={styles.checking}>
            <span aria-hidden="true" className={styles.ring} />
            {say('code.checking')}
          </p>
        ) : (
          <ResendCode flow={flow} />
        )}
      </div>
    </Screen>
  )
}

function problemOf(state: EmailState): string | undefined {
  if (state.status === 'awaiting-code-input') return state.rejected?.message
  return state.status === 'error' ? state.failure.message : undefined
}

function statusOf({ status }: EmailState): string | undefined {
  if (status === 'sending-code') return say('code.resending')
  return status === 'submitting-code' ? say('code.checking') : undefined
}
