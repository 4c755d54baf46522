import { useEffect } from 'react'
import { startTask } from '../../core/task.ts'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import type { StartVaultRequest } from './request.ts'
import styles from './screen.module.css'

/** Says that the wallet does not start, and tries again; what the site asked for goes on once it does. */
export function StartVaultScreen({ request }: { request: StartVaultRequest }) {
  const { operations, screens } = useKernel()
  const [state, flow] = useFlow(() =>
    startTask((_: undefined, signal) => operations.startVault(signal), toFailure),
  )
  useEffect(() => {
    if (state.status === 'done') screens.resolve(request, undefined)
  }, [state.status, request, screens])
  return (
    <Screen
      onClose={() => screens.dismiss(request)}
      sentence={say('wallet.create.failedSentence')}
      title={say('wallet.create.failedTitle')}
    >
      {state.status === 'busy' ? null : (
        <Problem>{state.status === 'failed' ? state.failure.message : say('error.vault')}</Problem>
      )}
      <div className={styles.actions}>
        <Button
          isBusy={state.status === 'busy'}
          onClick={() => flow.send({ type: 'start', argument: undefined })}
        >
          {say('action.tryAgain')}
        </Button>
      </div>
    </Screen>
  )
}
