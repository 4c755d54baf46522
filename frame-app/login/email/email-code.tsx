import type { ComponentType } from 'react'
import type { CodeFlow } from '../../otp/code-flow.ts'
import { CodeScreen, type CodeScreenProps } from '../../otp/code-screen.tsx'
import { Recipient } from '../../otp/recipient.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { useStore } from '../../ui/use-flow.ts'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'
import { mailboxOf } from './mailboxes.ts'

export interface EmailCodeProps {
  readonly flow: CodeFlow
  /** Of a code that does more than log in: the guarded one. */
  readonly screen?: ComponentType<CodeScreenProps>
  /** Instead of the address: what a greeting tells of it. */
  readonly shown?: string
  /** The code adds the address to an account: a page could call it anything that a person types a code for. */
  readonly adds?: boolean
  onClose(): void
}

/** Waits for the mailed code. */
export function EmailCode({
  flow,
  shown,
  adds = false,
  onClose,
  screen: Screen = CodeScreen,
}: EmailCodeProps) {
  const { to } = useStore(flow)
  const { emailDomain } = useStore(useKernel().appearance)
  return (
    <Screen
      flow={flow}
      mailbox={mailboxOf(to)}
      onClose={onClose}
      otherRecipient={say('email.useAnother')}
      sentence={
        <>
          <Phrase of="code.sentence" values={{ address: <Recipient>{shown ?? to}</Recipient> }} />
          {adds ? ` ${say('code.adds')}` : null}
          {/* The page's word, which has no place where an account changes. */}
          {adds || emailDomain === null ? null : ` ${say('code.from', { domain: emailDomain })}`}
        </>
      }
      title={say('code.title')}
    />
  )
}
