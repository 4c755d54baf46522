import type { FrameEvents } from '@vitrine/shared/bridge/methods.ts'
import { type ErrorBody, messageOf } from '@vitrine/shared/errors/vitrine-error.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Flow } from '../core/flow.ts'
import type { Kernel } from './kernel-context.ts'

type Status = FrameEvents['flowStatus']['status']
interface ToldState {
  readonly status: Status
  readonly failure?: Pick<ErrorBody, 'code' | 'message'>
}

/**
 * Tells the page of each change of a flow's status (contract §5), and nothing else of its state: what a person typed stays in
 * the frame. A flow that is left before its end is told as `initial`, so that a page never waits for one that nobody sees.
 * @returns the flow, to be stopped in the place of the given one
 */
export function tellStatus<State extends ToldState, Event>(
  { tellFlow }: Pick<Kernel, 'tellFlow'>,
  method: LoginMethod,
  flow: Flow<State, Event>,
): Flow<State, Event> {
  let told: Status | undefined
  const tell = ({ status, failure }: ToldState) => {
    if (status === told) return
    told = status
    const error = failure && { code: failure.code, message: messageOf(failure) }
    tellFlow({ flow: method, status, ...(error && { error }) })
  }
  tell(flow.get())
  flow.subscribe(() => tell(flow.get()))
  return {
    ...flow,
    stop() {
      flow.stop()
      if (told !== 'done') tell({ status: 'initial' })
    },
  }
}
