import { useState } from 'react'
import { startTask } from '../../../core/task.ts'
import { isEmbedded } from '../../../session/held-wallet.ts'
import { createStepUp } from '../../../step-up/step-up.ts'
import { StepUpScreen } from '../../../step-up/step-up-screen.tsx'
import { Button } from '../../../ui/button.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { Problem } from '../../../ui/problem.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { useFlow, useStore } from '../../../ui/use-flow.ts'
import { toFailure } from '../../../words/failure.ts'
import { say } from '../../../words/say.ts'
import { Listed } from './listed.tsx'
import styles from './own-data.module.css'
import { takeData } from './own-data-api.ts'
import { fileName, saveFile } from './save-file.ts'

export interface DataCardProps {
  onBack(): void
  onClose(): void
  /** To the card that takes keys out, which are not in the file. */
  onExportKey(): void
}

/** What a proof is given for. */
const DATA = { type: 'data' } as const

/** All that is stored of the person, as a file: after a proof of a way in, and a second factor of who has one. */
export function DataCard({ onBack, onClose, onExportKey }: DataCardProps) {
  const { app, operations, session } = useKernel()
  const snapshot = useStore(session)
  const [stepUp] = useState(() => createStepUp(operations.calls, { purpose: 'data', isFromAccount: true }))
  const asked = useStore(stepUp.asked)
  const [isSaved, setIsSaved] = useState(false)
  const [state, flow] = useFlow(() =>
    startTask(async (_: undefined, signal) => {
      const mfa = await operations.mfa()
      const take = () => stepUp.change(DATA, signal, proof => takeData(operations.calls, proof, signal))
      return mfa.run(take, { signal })
    }, toFailure),
  )
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  if (state.status === 'done')
    return (
      <Screen onClose={onClose} sentence={say('ownData.private')} title={say('ownData.ready')}>
        <div className={styles.actions}>
          {/* A browser saves only what a press asks for, and that one was before the answer came. */}
          <Button
            onClick={() => {
              saveFile(fileName(app.name, Date.now()), state.result)
              setIsSaved(true)
            }}
          >
            {say('ownData.save')}
          </Button>
          <Button look="plain" onClick={onBack}>
            {say('action.done')}
          </Button>
        </div>
        <p className={styles.note} role="status">
          {isSaved ? say('ownData.saved') : null}
        </p>
      </Screen>
    )
  const isBusy = state.status === 'busy'
  const hasKeys = snapshot.status === 'authenticated' && snapshot.wallets.some(isEmbedded)
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say('ownData.downloadSentence')}
      status={isBusy ? say('ownData.making') : undefined}
      title={say('ownData.download')}
    >
      <Listed
        items={[say('ownData.inLogins'), say('ownData.inWallets'), say('ownData.inActivity')]}
        title={say('ownData.inIt')}
      />
      {hasKeys ? (
        <div className={styles.beside}>
          <p>{say('ownData.noKeys')}</p>
          <Button disabled={isBusy} look="plain" onClick={onExportKey}>
            {say('ownData.exportKey')}
          </Button>
        </div>
      ) : null}
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        <GuardedButton
          guards="own data"
          isBusy={isBusy}
          onPress={() => flow.send({ type: 'start', argument: undefined })}
        >
          {say('ownData.make')}
        </GuardedButton>
      </div>
    </Screen>
  )
}
