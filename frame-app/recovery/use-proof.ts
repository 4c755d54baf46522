import { useEffect } from 'react'
import { startTask } from '../core/task.ts'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import type { RecoverySetter } from './setter.ts'

export interface Proof {
  readonly isGiven: boolean
  readonly failure: string | undefined
  /** Asks for it once more. */
  again(): void
}

/** Has a way in proven when the screen comes: a browser gives a window, or a passkey, in the press that follows and not later. */
export function useProof({ prove }: Pick<RecoverySetter, 'prove'>): Proof {
  const [state, flow] = useFlow(() => startTask((_: undefined, signal) => prove(signal), toFailure))
  const again = () => flow.send({ type: 'start', argument: undefined })
  useEffect(() => flow.send({ type: 'start', argument: undefined }), [flow])
  return {
    isGiven: state.status === 'done',
    failure: state.status === 'failed' ? state.failure.message : undefined,
    again,
  }
}
