import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { useEffect } from 'react'
import { startTask } from '../../core/task.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { LeaveEverywhereScreen } from '../account/leave-everywhere-screen.tsx'
import { LogoutScreen } from '../account/logout-screen.tsx'
import type { LogOutEverywhereRequest } from './request.ts'

/** A page asks that all devices be logged out: the person decides, as on the account screen. */
export function LogOutEverywhereScreen({ request }: { request: LogOutEverywhereRequest }) {
  const { operations, screens, session } = useKernel()
  const snapshot = useStore(session)
  const [state, flow] = useFlow(() =>
    startTask((_: undefined) => operations.logout('all-devices'), toFailure),
  )
  const isTheirs = snapshot.status === 'authenticated' && snapshot.user.id === request.userId
  const isLost = state.status === 'idle' && !isTheirs
  useEffect(() => {
    if (state.status === 'done') screens.resolve(request, undefined)
    // In another tab: the others are still logged in.
    if (isLost) screens.reject(request, 'must_be_authenticated', MUST_BE_AUTHENTICATED)
  }, [state.status, isLost, screens, request])

  if (isLost) return null
  if (state.status === 'idle') {
    const stay = () => screens.dismiss(request)
    return (
      <LeaveEverywhereScreen
        onClose={stay}
        onLeave={() => flow.send({ type: 'start', argument: undefined })}
        onStay={stay}
      />
    )
  }
  const failure = state.status === 'failed' ? state.failure : null
  return (
    <LogoutScreen
      hasFailed={failure !== null}
      // Who leaves while the server is asked would be told that everyone stays.
      onClose={failure && (() => screens.reject(request, failure.code, failure.message))}
    />
  )
}
