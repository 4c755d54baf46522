import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { useEffect } from 'react'
import { startTask } from '../../core/task.ts'
import type { LinkCardProps, LinkContext } from '../../login-method/login-method.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { ApproveOffNote } from '../../ui/approve-off-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'
import { linkBySiteToken } from './custom-jwt-api.ts'
import styles from './link-card.module.css'
import { SiteIcon } from './site-icon.tsx'

const SITE_ACCOUNT = { type: 'custom_auth' } as const

/**
 * Asks whether the account at the site may log in to this wallet. The site could act for the person ever after, so a page
 * cannot have it without a press of theirs, guarded as an approval is.
 */
export function CustomJwtLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { kernel, onLinked, onRefused } = context
  const [state, flow] = useFlow(() =>
    startTask((_: undefined, signal) => linkSiteAccount(context, signal), toFailure),
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

  const asked = useStore(context.stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  return (
    <Screen
      emblem={
        <div className={styles.emblem}>
          <SiteIcon size="large" />
        </div>
      }
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

async function linkSiteAccount({ kernel, stepUp, prefill }: LinkContext, signal: AbortSignal) {
  const { app, askSite, hostOrigin, operations } = kernel
  const token = prefill || (await askSite())
  signal.throwIfAborted()
  if (!token) throw clientError('failed_to_link_account', say('siteAccount.none', { origin: hostOrigin }))
  const claim = app.custom_jwt_subject_claim
  return stepUp.change(SITE_ACCOUNT, signal, proof =>
    linkBySiteToken(operations.calls, token, claim, proof, signal),
  )
}
