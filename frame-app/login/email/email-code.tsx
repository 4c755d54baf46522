import type { CodeFlow } from '../../otp/code-flow.ts'
import { CodeScreen } from '../../otp/code-screen.tsx'
import { Recipient } from '../../otp/recipient.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { useStore } from '../../ui/use-flow.ts'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'

/** Waits for the mailed code. */
export function EmailCode({ flow, onClose }: { flow: CodeFlow; onClose: () => void }) {
  const { to } = useStore(flow)
  const { emailDomain } = useStore(useKernel().appearance)
  return (
    <CodeScreen
      flow={flow}
      onClose={onClose}
      otherRecipient={say('email.useAnother')}
      sentence={
        <>
          <Phrase of="code.sentence" values={{ address: <Recipient>{to}</Recipient> }} />
          {emailDomain === null ? null : ` ${say('code.from', { domain: emailDomain })}`}
        </>
      }
      title={say('code.title')}
    />
  )
}
