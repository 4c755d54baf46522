import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { useEffect } from 'react'
import { ApproveOffNote } from '../../approval/ui/approve-off-note.tsx'
import { startTask } from '../../core/task.ts'
import type { LinkCardProps } from '../../login-method/login-method.ts'
import { Button } from '../../ui/button.tsx'
import type { Kernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { useFlow } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'
import { linkBySiteToken } from './custom-jwt-api.ts'
import styles from './link-card.module.css'

/**
 * Asks whether the account at the site may log in to this wallet. The site could act for the person ever after, so a page
 * cannot have it without a press of theirs, guarded as an approval is.
 */
export function CustomJwtLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { kernel, onLinked, onRefused } = context
  const [state, flow] = useFlow(() =>
    startTask((_: undefined, signal) => linkSiteAccount(kernel, signal), toFailure),
  )
  const isBusy = state.status === 'busy'
  const guard = useApprovalGuard({
    requestId: context.way.method,
    movesValue: false,
    onApprove: () => flow.send({ type: 'start', argument: undefined }),
  })

  useEffect(() => {
    onRefused(state.status === 'failed' ? state.failure : null)
    if (state.status === 'done') onLinked(state.result)
  }, [state, onLinked, onRefused])

  return (
    <Screen
      onBack={isBusy ? undefined : onBack}
      onClose={onClose}
      sentence={
        <Phrase
          of="siteAccount.linkSentence"
          values={{ origin: <bdi className={styles.origin}>{kernel.hostOrigin}</bdi> }}
        />
      }
      status={isBusy ? say('siteAccount.linking') : undefined}
      title={say('siteAccount.linkTitle')}
    >
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.choice}>
        <Button disabled={isBusy} look="plain" onClick={onClose}>
          {say('siteAccount.keep')}
        </Button>
        <Button {...guard.button} isBusy={isBusy}>
          {say('siteAccount.link')}
        </Button>
      </div>
      <ApproveOffNote reason={guard.status === 'covered' ? 'covered' : null} />
    </Screen>
  )
}

async function linkSiteAccount({ askSite, hostOrigin, operations }: Kernel, signal: AbortSignal) {
  const token = await askSite()
  signal.throwIfAborted()
  if (!token) throw clientError('failed_to_link_account', say('siteAccount.none', { origin: hostOrigin }))
  return linkBySiteToken(operations.calls, token, signal)
}
