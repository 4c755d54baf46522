import { useStore } from '@vitrine/frame-app/ui/use-flow.ts'
import { useEffect, useState } from 'react'
import { useConsole } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useTask } from '../ui/use-task.ts'

/** Long enough to end a sentence and find the button. */
const WARN_BEFORE_MS = 2 * 60_000

/** Tells that the session is about to end, and that it has; what is on the screen stays. */
export function SessionWatch() {
  const { session } = useConsole()
  const state = useStore(session.state)
  const isNear = useNearness(state.status === 'active' ? state.endsAt : null, () => void session.check())
  const [task, run] = useTask()
  if (state.status === 'ended')
    return (
      <Dialog onClose={null} title="Sign in again">
        <p>Your session has ended. What you typed is still here.</p>
        {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
        <DialogActions>
          <Button isBusy={task.status === 'busy'} look="primary" onClick={() => run(session.logIn)}>
            Sign in with a passkey
          </Button>
        </DialogActions>
      </Dialog>
    )
  if (state.status !== 'active' || !isNear) return null
  return (
    <Notice
      action={
        <Button
          isBusy={task.status === 'busy'}
          onClick={() => run(state.isFinal ? session.logIn : session.check)}
        >
          {state.isFinal ? 'Sign in again' : 'Stay signed in'}
        </Button>
      }
      kind="warning"
    >
      Your session ends in two minutes. You won’t lose what you typed.
    </Notice>
  )
}

/** Whether the moment is near; when it has come, the server is asked. @param at unix ms */
function useNearness(at: number | null, onReached: () => void): boolean {
  const [nearFor, setNearFor] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does when it is reached never changes
  useEffect(() => {
    if (at === null) return
    const left = at - Date.now()
    const near = setTimeout(() => setNearFor(at), Math.max(0, left - WARN_BEFORE_MS))
    const reached = setTimeout(onReached, Math.max(0, left) + 1_000)
    return () => {
      clearTimeout(near)
      clearTimeout(reached)
    }
  }, [at])
  return at !== null && nearFor === at
}
