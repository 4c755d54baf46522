import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import type { StepUpWays } from '@vitrine/shared/api/step-up.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import { useCallback, useEffect, useState } from 'react'
import { describeAccount } from '../../linked-accounts/describe-account.tsx'
import { LinkCard } from '../../linked-accounts/link-card.tsx'
import type { LinkedAccount } from '../../linked-accounts/linkable.ts'
import { RemoveScreen } from '../../linked-accounts/remove-screen.tsx'
import type { LinkContext } from '../../login-method/login-method.ts'
import { SetRecoveryCard } from '../../passcode/passcode-card.tsx'
import { RecoverCard } from '../../passcode/recover-card.tsx'
import type { DeviceWallet } from '../../session/held-wallet.ts'
import { createStepUp } from '../../step-up/step-up.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'
import { HeldAnswerScreen } from './held-answer-screen.tsx'
import type { HeldAnswer } from './held-api.ts'
import { Overview } from './overview.tsx'

type View =
  | { readonly name: 'overview'; readonly news: string | undefined }
  | { readonly name: 'link'; readonly context: LinkContext }
  | { readonly name: 'remove'; readonly account: LinkedAccount }
  | { readonly name: 'recover' }
  | { readonly name: 'confirm-device'; readonly ways: StepUpWays['ways'] }
  | { readonly name: 'set-recovery'; readonly wallet: DeviceWallet }
  | { readonly name: 'answer-held'; readonly answer: HeldAnswer; readonly held: HeldItem }

const OVERVIEW: View = { name: 'overview', news: undefined }

/** The account: an overview, and from there the ways to log in and the recovery of the wallets. */
export function AccountScreen({ request }: { request: Extract<ScreenRequest, { kind: 'account' }> }) {
  const kernel = useKernel()
  const { screens, session } = kernel
  const [view, setView] = useState<View>(OVERVIEW)
  const close = useCallback(() => screens.resolve(request, undefined), [screens, request])
  const back = () => setView(OVERVIEW)
  const { status } = useStore(session)
  useEffect(() => {
    // The overview may have to say how a logout went, and closes itself.
    if (status === 'anonymous' && view.name !== 'overview') close()
  }, [status, view.name, close])
  const tell = (news: string) => setView({ name: 'overview', news })

  const link = (purpose: LinkContext['purpose']) => (way: Way) =>
    setView({
      name: 'link',
      context: {
        purpose,
        way,
        kernel,
        prefill: '',
        stepUp: createStepUp(kernel.operations.calls, { purpose, isFromAccount: true }),
        onLinked: () => tell(say(purpose === 'link' ? 'link.success' : 'link.updated')),
        // The card says it; nobody else waits for it.
        onRefused: () => {},
      },
    })

  switch (view.name) {
    case 'overview':
      return (
        <Overview
          news={view.news}
          onAnswerHeld={(answer, held) => setView({ name: 'answer-held', answer, held })}
          onClose={close}
          onConfirmDevice={ways => setView({ name: 'confirm-device', ways })}
          onLink={link('link')}
          onRecover={() => setView({ name: 'recover' })}
          onRemove={account => setView({ name: 'remove', account })}
          onSetPasscode={wallet => setView({ name: 'set-recovery', wallet })}
          onUpdate={link('update')}
        />
      )
    case 'answer-held':
      return (
        <HeldAnswerScreen
          answer={view.answer}
          held={view.held}
          onAnswered={() => tell(say(view.answer === 'allow' ? 'held.allowed' : 'held.refused'))}
          onBack={back}
          onClose={close}
        />
      )
    case 'link':
      return <LinkCard context={view.context} onBack={back} onClose={close} />
    case 'confirm-device': {
      const released = () => tell(say('stepUp.released'))
      const { ways } = view
      const asked = {
        purpose: 'release',
        target: '',
        account: null,
        ways,
        onProven: released,
        onLeft: back,
      } as const
      return <StepUpScreen asked={asked} onClose={close} />
    }
    case 'recover':
      return (
        <RecoverCard onBack={back} onClose={close} onRecovered={() => tell(say('account.walletOpened'))} />
      )
    case 'set-recovery':
      return (
        <SetRecoveryCard
          isFromAccount
          onBack={back}
          onClose={close}
          onEnd={() => tell(say('passcode.done'))}
          purpose={{ type: 'change', wallet: view.wallet }}
        />
      )
    case 'remove': {
      const { account } = view
      const removed = () => tell(say('account.removed', { account: describeAccount(account).name }))
      return (
        <RemoveScreen
          account={account}
          isFromAccount
          onBack={back}
          onClose={close}
          onKeep={back}
          onRemoved={removed}
        />
      )
    }
  }
}
