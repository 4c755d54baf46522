import type { TaskState } from '../core/task.ts'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { say } from '../words/say.ts'
import { openRecoveryWindow, type PasskeyFailure, type PasskeyPlace } from './passkey-task.ts'

type State = TaskState<void, PasskeyFailure, PasskeyPlace>

export interface PasskeyWindowButtonProps {
  readonly state: State
  /** What the press decides: see `GuardedButton`. */
  readonly guards: string
  onOpen(place: PasskeyPlace): void
}

/** After a refusal of the browser's that a window may be spared. */
export function PasskeyWindowButton({ state, guards, onOpen }: PasskeyWindowButtonProps) {
  const { app, hostOrigin } = useKernel()
  if (state.status !== 'failed' || !state.failure.offersWindow) return null
  return (
    <GuardedButton
      guards={guards}
      look="plain"
      // In the click itself: a browser opens no window later.
      onPress={() => onOpen(openRecoveryWindow(window, app.id, hostOrigin))}
      tellsWhy={false}
    >
      {say('passkey.useWindow')}
    </GuardedButton>
  )
}

/** What a person is to do while a passkey is made or used. */
export const waitingFor = (state: State): string =>
  say(
    state.status === 'busy' && typeof state.choice === 'object' ? 'passkey.goOnInWindow' : 'passkey.waiting',
  )
