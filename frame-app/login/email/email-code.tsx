import { useStore } from '../../flow/use-flow.ts'
import type { CodeFlow } from '../../otp/code-flow.ts'
import { CodeScreen } from '../../otp/code-screen.tsx'
import { Recipient } from '../../otp/recipient.tsx'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'

/** Waits for the mailed code. */
export function EmailCode({ flow, onClose }: { flow: CodeFlow; onClose: () => void }) {
  const { to } = useStore(flow)
  return (
    <CodeScreen
      flow={flow}
      onClose={onClose}
      otherRecipient={say('email.useAnother')}
      sentence={<Phrase of="code.sentence" values={{ address: <Recipient>{to}</Recipient> }} />}
      title={say('code.title')}
    />
  )
}
