import { type ReactNode, useCallback, useEffect } from 'react'
import { startTask } from '../core/task.ts'
import { Button } from '../ui/button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './mfa.module.css'
import { fetchMethods, type MfaMethods } from './mfa-api.ts'

export interface WithMethodsProps {
  readonly title: string
  readonly onBack?: (() => void) | undefined
  onClose(): void
  children(methods: MfaMethods): ReactNode
}

/** Asks which second factors the person has, and shows what follows from them. */
export function WithMethods({ title, onBack, onClose, children }: WithMethodsProps) {
  const { calls } = useKernel().operations
  const [state, flow] = useFlow(() =>
    startTask((_: undefined, signal) => fetchMethods(calls, signal), toFailure),
  )
  const read = useCallback(() => flow.send({ type: 'start', argument: undefined }), [flow])
  useEffect(read, [read])
  if (state.status === 'failed')
    return (
      <Screen onBack={onBack} onClose={onClose} title={title}>
        <Problem>{state.failure.message}</Problem>
        <div className={styles.actions}>
          <Button onClick={read}>{say('action.tryAgain')}</Button>
        </div>
      </Screen>
    )
  if (state.status !== 'done') return <LoadingScreen onBack={onBack} onClose={onClose} title={title} />
  return children(state.result)
}

/** Whether a method is the only one that the person has. */
export const isOnly = ({ methods }: MfaMethods, method: string): boolean =>
  methods.length > 0 && methods.every(({ type }) => type === method)
