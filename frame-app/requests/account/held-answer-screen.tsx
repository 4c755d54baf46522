import type { User } from '@vitrine/shared/api/client-user.ts'
import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import { useEffect, useState } from 'react'
import { startTask, type Task } from '../../core/task.ts'
import type { Calls } from '../../session/calls.ts'
import { createStepUp, type StepUp } from '../../step-up/step-up.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { type Failure, toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import { answerHeld, type HeldAnswer } from './held-api.ts'
import { HeldName, heldName } from './held-name.tsx'
import styles from './screen.module.css'

export interface HeldAnswerScreenProps {
  readonly answer: HeldAnswer
  readonly held: HeldItem
  onBack(): void
  onClose(): void
  onAnswered(): void
}

const WORDS = {
  allow: { title: 'held.allowTitle', sentence: 'held.allowSentence', confirm: 'held.allow' },
  refuse: { title: 'held.refuseTitle', sentence: 'held.refuseSentence', confirm: 'held.refuseConfirm' },
} as const satisfies Record<HeldAnswer, object>

/** Says what waits and what the answer does: once by a press that is guarded as an approval is, once by a proof. */
export function HeldAnswerScreen({ answer, held, onBack, onClose, onAnswered }: HeldAnswerScreenProps) {
  const { calls } = useKernel().operations
  const [stepUp] = useState(() => createStepUp(calls, { purpose: answer, isFromAccount: true }))
  const [state, flow] = useFlow(() => startAnswer(calls, stepUp, answer, held))
  const asked = useStore(stepUp.asked)
  const isDone = state.status === 'done'
  const isBusy = state.status === 'busy' || isDone
  useEffect(() => {
    if (isDone) onAnswered()
  }, [isDone, onAnswered])

  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  const { title, sentence, confirm } = WORDS[answer]
  return (
    <Screen
      onBack={isBusy ? undefined : onBack}
      onClose={isBusy ? null : onClose}
      sentence={say(sentence)}
      status={isBusy ? say('held.busy') : undefined}
      title={say(title)}
    >
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.held}>
        <p>
          <HeldName held={held} />
        </p>
      </div>
      <div className={styles.actions}>
        <GuardedButton
          guards={`${answer} ${held.id}`}
          isBusy={isBusy}
          onPress={() => flow.send({ type: 'start', argument: undefined })}
        >
          {say(confirm)}
        </GuardedButton>
        <Button disabled={isBusy} look="plain" onClick={onBack}>
          {say('held.later')}
        </Button>
      </div>
    </Screen>
  )
}

function startAnswer(
  calls: Calls,
  stepUp: StepUp,
  answer: HeldAnswer,
  held: HeldItem,
): Task<undefined, User, Failure> {
  const [type = '', subject = ''] = held.id.split(':')
  const answered = { type, subject, name: heldName(held) }
  return startTask(
    (_, signal) =>
      stepUp.change(answered, signal, proof => answerHeld(calls, answer, held.id, proof, signal)),
    toFailure,
  )
}
