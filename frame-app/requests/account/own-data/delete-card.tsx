import { useEffect, useState } from 'react'
import { startTask } from '../../../core/task.ts'
import { type EmbeddedWallet, isEmbedded } from '../../../session/held-wallet.ts'
import { createStepUp } from '../../../step-up/step-up.ts'
import { StepUpScreen } from '../../../step-up/step-up-screen.tsx'
import { Button } from '../../../ui/button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { LazyScreen } from '../../../ui/lazy-screen.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { useFlow, useStore } from '../../../ui/use-flow.ts'
import { toFailure } from '../../../words/failure.ts'
import { say } from '../../../words/say.ts'
import { ChooseScreen } from './choose-screen.tsx'
import { ConfirmScreen } from './confirm-screen.tsx'
import { deleteHere } from './delete-here.ts'
import styles from './own-data.module.css'

export interface DeleteCardProps {
  onBack(): void
  onClose(): void
}

const loadExport = async () => (await import('../../../wallet-keys/export-card.tsx')).ExportCard

/** What a proof is given for. */
const ACCOUNT = { type: 'delete' } as const
const NOBODY: readonly EmbeddedWallet[] = []

/**
 * Deletes the account, in the order in which nothing is lost by mistake:
 * 1. the person is told what goes, and answers for each wallet whose key goes: it is exported, or not needed;
 * 2. a way in is proven, and a second factor of who has one;
 * 3. a guarded press deletes; here the session ends and all that is kept of them goes, as a logout is told to the page.
 */
export function DeleteCard({ onBack, onClose }: DeleteCardProps) {
  const kernel = useKernel()
  const { operations, session } = kernel
  const snapshot = useStore(session)
  const [answered, setAnswered] = useState<ReadonlyMap<string, 'ticked' | 'exported'>>(new Map())
  const [exporting, setExporting] = useState<EmbeddedWallet | null>(null)
  const [isAtEnd, setIsAtEnd] = useState(false)
  const [stepUp] = useState(() => createStepUp(operations.calls, { purpose: 'delete', isFromAccount: true }))
  const asked = useStore(stepUp.asked)
  const [proving, prove] = useFlow(() =>
    startTask(async (_: undefined, signal) => {
      await stepUp.prove(ACCOUNT, signal)
      const mfa = await operations.mfa()
      if (mfa.hasFactor()) await mfa.prompt()
      setIsAtEnd(true)
    }, toFailure),
  )
  const [deleting, del] = useFlow(() =>
    startTask(
      (wallets: readonly EmbeddedWallet[], signal) => deleteHere(kernel, stepUp, ACCOUNT, wallets, signal),
      toFailure,
    ),
  )
  const isAnonymous = snapshot.status === 'anonymous'
  const isOver = deleting.status === 'busy' || deleting.status === 'done'
  useEffect(() => {
    // Logged out in another tab, or deleted there.
    if (isAnonymous && !isOver) onClose()
  }, [isAnonymous, isOver, onClose])
  const haveChanged = deleting.status === 'failed' && deleting.failure.code === 'resource_conflict'
  useEffect(() => {
    if (haveChanged) setIsAtEnd(false)
  }, [haveChanged])

  if (deleting.status === 'done')
    return (
      <Screen
        onClose={onClose}
        sentence={say(deleting.result ? 'ownData.deletedSentence' : 'ownData.deletedPartly')}
        title={say('ownData.deleted')}
      >
        <div className={styles.actions}>
          <Button onClick={onClose}>{say('action.done')}</Button>
        </div>
      </Screen>
    )
  const wallets = isAnonymous ? NOBODY : snapshot.wallets.filter(isEmbedded)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  if (exporting)
    return (
      <LazyScreen
        load={loadExport}
        onClose={onClose}
        props={{
          ...{ wallet: exporting, wallets, isFromAccount: true, onClose },
          onBack: () => setExporting(null),
          onDone() {
            setAnswered(new Map(answered).set(exporting.address, 'exported'))
            setExporting(null)
          },
        }}
        title={say('export.title')}
      />
    )
  if (isAtEnd)
    return (
      <ConfirmScreen
        failure={deleting.status === 'failed' && !haveChanged ? deleting.failure.message : null}
        isBusy={deleting.status === 'busy'}
        onBack={() => setIsAtEnd(false)}
        onClose={onClose}
        onDelete={() => del.send({ type: 'start', argument: wallets })}
        onKeep={onBack}
        wallets={wallets}
      />
    )
  return (
    <ChooseScreen
      answered={answered}
      failure={
        haveChanged ? say('ownData.changed') : proving.status === 'failed' ? proving.failure.message : null
      }
      isBusy={proving.status === 'busy'}
      onBack={onBack}
      onClose={onClose}
      onContinue={() =>
        proving.status === 'done' ? setIsAtEnd(true) : prove.send({ type: 'start', argument: undefined })
      }
      onExport={setExporting}
      onTick={({ address }, isTicked) => {
        const next = new Map(answered)
        if (isTicked) next.set(address, 'ticked')
        else next.delete(address)
        setAnswered(next)
      }}
      wallets={wallets}
    />
  )
}
