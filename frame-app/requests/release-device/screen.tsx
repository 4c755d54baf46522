import { useEffect } from 'react'
import { startTask } from '../../core/task.ts'
import { fetchWays } from '../../step-up/step-up-api.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import type { ReleaseDeviceRequest } from './request.ts'

/** Asks the user of a resumed session for a login of theirs. A user without one that can be proven here logs in anew. */
export function ReleaseDeviceScreen({ request }: { request: ReleaseDeviceRequest }) {
  const { operations, screens } = useKernel()
  const [state, flow] = useFlow(() =>
    startTask((_: undefined, signal) => fetchWays(operations.calls, 'release', false, signal), toFailure),
  )
  const isFree = state.status === 'done' && !state.result.is_required
  useEffect(() => flow.send({ type: 'start', argument: undefined }), [flow])
  useEffect(() => {
    if (isFree) screens.resolve(request, undefined)
  }, [isFree, screens, request])

  const close = () => screens.dismiss(request)
  const title = say('stepUp.title')
  if (state.status === 'failed')
    return (
      <Screen onClose={close} title={title}>
        <Problem>{state.failure.message}</Problem>
        <Button onClick={() => flow.send({ type: 'start', argument: undefined })}>
          {say('action.tryAgain')}
        </Button>
      </Screen>
    )
  if (state.status !== 'done' || isFree) return <LoadingScreen onClose={close} title={title} />
  const { ways } = state.result
  if (ways.length === 0)
    return (
      <Screen onClose={close} sentence={say('stepUp.logInAnew')} title={title}>
        <Button onClick={() => void operations.logout('device')}>{say('account.logOut')}</Button>
      </Screen>
    )
  return (
    <StepUpScreen
      asked={{
        ...{ purpose: 'release', target: '', account: null, ways, isResumed: true },
        onProven: () => screens.resolve(request, undefined),
        onLeft: close,
      }}
      onClose={close}
    />
  )
}
